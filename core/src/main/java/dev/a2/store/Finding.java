package dev.a2.store;

/**
 * Something in the stored data that breaks an invariant.
 *
 * @param rule the invariant or rule, such as {@code I1}
 * @param message what is wrong, with the indexes and names concerned
 */
public record Finding(String sessionId, String rule, String message) {}
