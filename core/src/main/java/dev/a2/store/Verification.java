package dev.a2.store;

import java.util.List;

/** Checks stored data against the invariants. */
public interface Verification {
    /**
     * What is wrong with a session's stored data; empty when nothing is (I1, I3, I6 to I8, I12, I15). Reads the session as
     * of one moment, changes nothing. Cost grows with the session.
     */
    List<Finding> verify(String sessionId);
}
