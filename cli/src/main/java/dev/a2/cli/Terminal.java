package dev.a2.cli;

import java.io.Console;

/** What our output goes to. */
final class Terminal {
    private Terminal() {}

    /** Whether somebody watches. */
    @SuppressWarnings("SystemConsoleNull") // up to Java 21 it is null, and later what follows tells
    static boolean isInteractive() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // From Java 22 on there is a console also without a terminal, and this method tells.
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
