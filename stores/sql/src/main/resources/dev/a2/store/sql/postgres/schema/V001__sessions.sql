-- Sessions, their logs, and the work that the logs give rise to.
--
-- Times are epoch milliseconds. Kinds of cursors: '#' event, 'L' lane, 'G' log. Lists of names are JSON arrays. A
-- session is named once, in sessions; its rows elsewhere carry the short session_key. Who writes to a session holds the
-- lock of its row in sessions. Texts are ordered by their bytes, whatever the database's language. The server's own text
-- cannot hold U+0000: it is written as U+0001 U+0001, and U+0001 as U+0001 U+0002, which keeps the order.

CREATE TABLE sessions (
    session_key BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    session_id TEXT COLLATE "C" NOT NULL UNIQUE,
    -- the newest index; 0 where there is only presence
    frontier BIGINT NOT NULL DEFAULT 0,
    marker BIGINT NOT NULL DEFAULT 0,
    -- the marker whose id record was given up when its lifetime was found empty (CLR-7)
    unnamed_marker BIGINT NOT NULL DEFAULT 0
-- Each append updates the row: with room on its page, and no index on what changes, that touches no index.
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);

CREATE TABLE events (
    session_key BIGINT NOT NULL,
    event_index BIGINT NOT NULL,
    created_at_ms BIGINT NOT NULL,
    cause_index BIGINT,
    cause_attempt INTEGER,
    event_id TEXT COLLATE "C" NOT NULL,
    type TEXT COLLATE "C" NOT NULL,
    cause_consumer TEXT COLLATE "C",
    cause_lane TEXT COLLATE "C",
    payload TEXT COLLATE "C" NOT NULL,
    -- one session's events in order: every read
    PRIMARY KEY (session_key, event_index)
);

-- Which index an id names (APP-3). Not unique: an id is free again in a new lifetime (APP-4) while the old one is not
-- reclaimed yet.
CREATE INDEX events_by_id ON events (session_key, event_id, event_index);

-- The next event of a type, however far ahead it lies (CUR-4).
CREATE INDEX events_by_type ON events (session_key, type, event_index);

CREATE TABLE heads (
    session_key BIGINT NOT NULL,
    event_index BIGINT NOT NULL,
    -- the marker of the lifetime that the head belongs to: so heads from before a clear are left out at no cost
    lifetime BIGINT NOT NULL,
    first_claimed_ms BIGINT,
    last_claimed_ms BIGINT,
    -- the end of the claim, or of the hold when nobody holds the head
    claim_expires_ms BIGINT,
    -- the same, 0 for at once
    free_at_ms BIGINT NOT NULL CHECK (free_at_ms = coalesce(claim_expires_ms, 0)),
    last_failed_ms BIGINT,
    dead_since_ms BIGINT,
    completed_at_ms BIGINT,
    attempt INTEGER NOT NULL,
    failure_count INTEGER NOT NULL,
    last_failed_attempt INTEGER,
    -- null when the head was skipped
    completed_attempt INTEGER,
    kind TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('QUEUED', 'LIVE', 'DEAD', 'DONE')),
    consumer TEXT COLLATE "C" NOT NULL,
    -- empty for an event cursor
    lane TEXT COLLATE "C" NOT NULL,
    claim_holder TEXT COLLATE "C",
    -- ids of the events that the completing attempt returned
    returned_ids TEXT COLLATE "C",
    -- [reducer, index, reducer, index, …] of the snapshots that the handler must see
    pins TEXT COLLATE "C",
    last_error TEXT COLLATE "C",
    PRIMARY KEY (session_key, event_index, consumer, kind, lane)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

-- What a claim looks for: a consumer's heads that are free at once by index, and the others by the time they become
-- free. Also whether there is work at all, and for whom. Finished heads are not in it.
CREATE INDEX heads_live ON heads (session_key, lifetime, consumer, free_at_ms, event_index) WHERE state = 'LIVE';

-- What a holder holds (CLM-9): as few as its handlers, while thousands may be on hold for a timer.
CREATE INDEX heads_claimed ON heads (session_key, lifetime, claim_holder)
    WHERE state = 'LIVE' AND claim_holder IS NOT NULL;

-- What stands behind a lane's head.
CREATE INDEX heads_queued ON heads (session_key, lifetime, consumer, lane, event_index) WHERE state = 'QUEUED';

-- The dead letters, few among many (DL-1).
CREATE INDEX heads_dead ON heads (session_key, lifetime, event_index) WHERE state = 'DEAD';

-- Lane and log cursors.
CREATE TABLE cursors (
    session_key BIGINT NOT NULL,
    position BIGINT NOT NULL,
    -- null when idle
    head BIGINT,
    kind TEXT COLLATE "C" NOT NULL,
    consumer TEXT COLLATE "C" NOT NULL,
    lane TEXT COLLATE "C" NOT NULL,
    -- null for all
    types TEXT COLLATE "C",
    PRIMARY KEY (session_key, consumer, kind, lane)
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);

CREATE TABLE snapshots (
    session_key BIGINT NOT NULL,
    event_index BIGINT NOT NULL,
    -- 1 for the reducer's newest, which no other lies behind (SNP-3)
    latest INTEGER NOT NULL,
    pins INTEGER NOT NULL,
    reducer TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    -- a reducer's newest, and its newest through an index
    PRIMARY KEY (session_key, reducer, event_index)
) WITH (fillfactor = 80);

-- Which sessions have work (WRK). By session id, not key, so that pages follow one another by it without a join.
CREATE TABLE work_marks (
    due_ms BIGINT NOT NULL,
    session_id TEXT COLLATE "C" NOT NULL,
    consumer TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (session_id, consumer)
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);

-- The marks that are due, earliest first, without looking at the others (WRK-5).
CREATE INDEX work_marks_due ON work_marks (consumer, due_ms, session_id);

-- Numbers of presence changes. Drawn by who holds a session's lock, so of one session they become visible in order; they
-- do not over all sessions, and nobody waits for a missing one.
CREATE SEQUENCE presence_changes;

CREATE TABLE presence (
    session_key BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    change_number BIGINT NOT NULL,
    participant TEXT COLLATE "C" NOT NULL,
    field TEXT COLLATE "C" NOT NULL,
    -- the store that wrote it, which ignores its own echo (PRS-2)
    writer TEXT COLLATE "C" NOT NULL,
    value TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (session_key, participant, field)
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);
