package dev.a2.testservers;

/** What may go wrong with a request to a {@link RestBridge}. */
public enum RestTrouble {
    /** Nothing. */
    NONE,
    /** It is answered by 502 and not carried out. */
    FAILS_BEFORE,
    /** It is carried out and answered by 502, as by a proxy that lost the answer. */
    FAILS_AFTER,
    /** It is carried out, and the connection ends in the middle of the answer. */
    CUT_ANSWER,
    /** It is carried out, and the answer comes late. */
    SLOW,
    /** It is answered by 429 and not carried out. */
    TOO_MANY,
    /** It is answered by 302, which names another address. */
    REDIRECT,
    /** It is answered by a page that is no JSON. */
    STRANGE
}
