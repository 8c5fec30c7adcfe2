package dev.a2;

import dev.a2.store.AttemptRef;
import dev.a2.store.Head;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.SessionStore;
import java.util.List;
import java.util.Set;

/** Store calls that make things better sooner; what comes of their failure is only a delay. */
final class Upkeep {
    private final SessionStore store;
    private final Observer observer;
    private final String holder;

    Upkeep(SessionStore store, Observer observer, String holder) {
        this.store = store;
        this.observer = observer;
        this.holder = holder;
    }

    /** Brings the marks of the work index in line (WRK-3). A failure leaves a mark that leads to another look. */
    void refresh(String sessionId, Set<String> consumers) {
        try {
            store.refreshWork(sessionId, consumers);
        } catch (Throwable e) {
            observer.storeFailed("refreshing the work index", e);
        }
    }

    /** Gives claims back, at no failure (REL-1). A failure leaves claims that lapse. */
    void giveBack(String sessionId, List<Head> heads) {
        List<AttemptRef> claims = heads.stream()
                .filter(head -> head.dispatch().failedAt() == null)
                .map(Head::attempt)
                .toList();
        if (claims.isEmpty()) {
            return;
        }
        try {
            store.releaseClaims(new ReleaseRequest(sessionId, holder, claims));
        } catch (Throwable e) {
            observer.storeFailed("giving back claims", e);
        }
    }

    /** Heads whose last worker died over them once too often were not claimed, but made dead letters (CLM-4). */
    void report(String sessionId, List<Head> heads) {
        for (Head head : heads) {
            if (head.dispatch().failedAt() != null) {
                String error = head.dispatch().lastError();
                observer.deadLettered(sessionId, head.attempt(), error == null ? "its claim lapsed" : error);
            }
        }
    }
}
