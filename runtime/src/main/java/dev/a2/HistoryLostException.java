package dev.a2;

import dev.a2.store.Loss;

/**
 * A feed's reset: the store lost events that it had acknowledged, so what the feed yielded is of another history than what comes
 * now. Throw away what was made of it, and open a feed from the start.
 */
public final class HistoryLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String sessionId;
    private final long lastIndex;

    HistoryLostException(Loss loss) {
        super(loss.message());
        this.sessionId = loss.sessionId();
        this.lastIndex = loss.lastIndex();
    }

    /** Whose events are gone. */
    public String sessionId() {
        return sessionId;
    }

    /** Where the session ended when that was noticed. */
    public long lastIndex() {
        return lastIndex;
    }
}
