package dev.a2;

/**
 * Makes a contract known to tools, such as the command line, which find it with {@link java.util.ServiceLoader}. Giving it
 * must be cheap and start nothing: handlers in it are never run by a tool that only reads.
 */
@FunctionalInterface
public interface ContractProvider {
    /** The contract. */
    Contract<?> contract();
}
