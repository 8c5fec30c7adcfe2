package dev.a2.server.config;

/** What an API token may do (SRV-7). */
public enum Role {
    /** Read sessions, feeds, states, work, presence, metrics. */
    READ,
    /** Append events and set presence. */
    APPEND,
    /** Claim, renew, complete, fail and release heads. */
    WORK,
    /** Redrive dead letters, clear sessions, mint session tokens. */
    OPERATE
}
