package dev.a2.examples.webhooks.demo;

/** Hears how far the demo is, several times a second and from one thread at a time. */
@FunctionalInterface
public interface Progress {
    /** This far. */
    void at(Standing standing);

    /**
     * How far it is, by what is in the store.
     *
     * @param deliveries how many of {@code allDeliveries} are in
     * @param handled how many of {@code allHandled} reactions there are
     * @param retried how many attempts there were beyond the first
     */
    record Standing(int deliveries, int allDeliveries, int handled, int allHandled, int retried) {
        /** What there is to do: take the deliveries, and react. */
        public int all() {
            return allDeliveries + allHandled;
        }

        /** What is done of it. */
        public int done() {
            return deliveries + handled;
        }
    }
}
