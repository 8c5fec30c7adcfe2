package dev.a2;

import java.util.List;

/**
 * Slots set aside for the heads that an append will make, which claims them in the same step (APP-17).
 *
 * @param slots one for each head, of its consumer
 */
record Arrival(SessionWork session, List<ConsumerSlots> slots) {}
