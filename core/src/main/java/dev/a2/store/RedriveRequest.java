package dev.a2.store;

/** Acts on a dead letter (DL-2 to DL-4). */
public record RedriveRequest(String sessionId, String consumer, long index, Action action, Served consumers) {
    /** What to do with it. */
    public enum Action {
        /** Make it live again with a fresh failure count. */
        RETRY,
        /** Record it as done and move its cursor on. */
        SKIP
    }

    /** Checks names and numbers (VAL-1, VAL-4). */
    public RedriveRequest {
        Checks.name("session id", sessionId);
        Checks.name("consumer", consumer);
        Checks.index("index", index);
    }

    /** For a deployment that serves everybody. */
    public static RedriveRequest of(String sessionId, String consumer, long index, Action action) {
        return new RedriveRequest(sessionId, consumer, index, action, Served.ALL);
    }
}
