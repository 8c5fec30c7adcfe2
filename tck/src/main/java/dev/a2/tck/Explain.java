package dev.a2.tck;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/** Puts the rule, the session and the last calls into the message of a test that fails. */
final class Explain implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {
    @Override
    public void handleTestExecutionException(ExtensionContext test, Throwable failure) throws Throwable {
        throw explained(test, failure);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext test, Throwable failure) throws Throwable {
        throw explained(test, failure);
    }

    private static Throwable explained(ExtensionContext test, Throwable failure) {
        if (failure instanceof TestAbortedException || !(test.getTestInstance().orElse(null) instanceof StoreTck tck)) {
            return failure;
        }
        String what = failure instanceof AssertionError ? String.valueOf(failure.getMessage()) : failure.toString();
        Throwable cause = failure instanceof AssertionError ? failure.getCause() : failure;
        AssertionError explained =
                new AssertionError(test.getDisplayName() + "\n" + what.strip() + "\n" + tck.story(), cause);
        explained.setStackTrace(failure.getStackTrace());
        return explained;
    }
}
