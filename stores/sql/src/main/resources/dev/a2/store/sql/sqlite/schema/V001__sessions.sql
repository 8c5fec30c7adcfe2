-- Sessions, their logs, and the work that the logs give rise to.
--
-- Times are epoch milliseconds. Kinds of cursors: '#' event, 'L' lane, 'G' log. Lists of names are JSON arrays. A
-- session is named once, in sessions; its rows elsewhere carry the short session_key. The pages that a commit writes
-- decide how long it takes, so what every append writes lies together where it can, whatever the number of sessions.

-- The frontier is not here: it is the newest event's index, so an append has nothing to change in this table.
CREATE TABLE sessions (
    session_key INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    marker INTEGER NOT NULL DEFAULT 0,
    -- the marker whose id record was given up when its lifetime was found empty (CLR-7)
    unnamed_marker INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE events (
    -- the order of writing over all sessions: whoever watches the file reads on from the last one it saw
    position INTEGER PRIMARY KEY,
    session_key INTEGER NOT NULL,
    event_index INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    cause_consumer TEXT,
    cause_lane TEXT,
    cause_index INTEGER,
    cause_attempt INTEGER,
    -- last, so that a large one is not walked through to reach another column
    payload TEXT NOT NULL
) STRICT;

-- One session's events in order: every read. A table in the order of writing plus this index takes half the time of a
-- table in this order, where each append opens a page of its own and splits it.
CREATE UNIQUE INDEX events_by_index ON events (session_key, event_index);

-- Which index an id names (APP-3). The id comes first: ids that are drawn in the order of time, as the default ones
-- are, then go to one page, whatever the number of sessions. Not unique: an id is free again in a new lifetime (APP-4)
-- while the old one is not reclaimed yet.
CREATE INDEX events_by_id ON events (event_id, session_key, event_index);

-- In which runs of 64 indexes a session has events of a type: the next event of a type is found by looking into one or
-- two runs, however far ahead it lies (CUR-4). An index over all events by type would cost each append a page more.
CREATE TABLE event_types (
    session_key INTEGER NOT NULL,
    type TEXT NOT NULL,
    run INTEGER NOT NULL,
    PRIMARY KEY (session_key, type, run)
) STRICT, WITHOUT ROWID;

CREATE TABLE heads (
    session_key INTEGER NOT NULL,
    event_index INTEGER NOT NULL,
    consumer TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- empty for an event cursor
    lane TEXT NOT NULL,
    -- the marker of the lifetime that the head belongs to: so heads from before a clear are left out at no cost
    lifetime INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('QUEUED', 'LIVE', 'DEAD', 'DONE')),
    attempt INTEGER NOT NULL,
    first_claimed_ms INTEGER,
    last_claimed_ms INTEGER,
    claim_holder TEXT,
    -- the end of the claim, or of the hold when nobody holds the head
    claim_expires_ms INTEGER,
    -- the same, 0 for at once; not a generated column, because no index on one ever covers a search
    free_at_ms INTEGER NOT NULL CHECK (free_at_ms = coalesce(claim_expires_ms, 0)),
    failure_count INTEGER NOT NULL,
    last_failed_ms INTEGER,
    last_failed_attempt INTEGER,
    dead_since_ms INTEGER,
    completed_at_ms INTEGER,
    -- null when the head was skipped
    completed_attempt INTEGER,
    -- ids of the events that the completing attempt returned
    returned_ids TEXT,
    -- [reducer, index, reducer, index, …] of the snapshots that the handler must see
    pins TEXT,
    last_error TEXT,
    PRIMARY KEY (session_key, event_index, consumer, kind, lane)
) STRICT, WITHOUT ROWID;

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
    session_key INTEGER NOT NULL,
    consumer TEXT NOT NULL,
    kind TEXT NOT NULL,
    lane TEXT NOT NULL,
    position INTEGER NOT NULL,
    -- null when idle
    head INTEGER,
    -- null for all
    types TEXT,
    PRIMARY KEY (session_key, consumer, kind, lane)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    session_key INTEGER NOT NULL,
    reducer TEXT NOT NULL,
    event_index INTEGER NOT NULL,
    -- 1 for the reducer's newest, which no other lies behind (SNP-3)
    latest INTEGER NOT NULL,
    pins INTEGER NOT NULL,
    state TEXT NOT NULL,
    -- a reducer's newest, and its newest through an index
    PRIMARY KEY (session_key, reducer, event_index)
) STRICT;

-- Which sessions have work (WRK). By session id, not key, so that pages follow one another by it without a join.
CREATE TABLE work_marks (
    session_id TEXT NOT NULL,
    consumer TEXT NOT NULL,
    due_ms INTEGER NOT NULL,
    PRIMARY KEY (session_id, consumer)
) STRICT, WITHOUT ROWID;

-- The marks that are due, earliest first, without looking at the others (WRK-5).
CREATE INDEX work_marks_due ON work_marks (consumer, due_ms, session_id);

-- Presence needs no log, so it goes by session id.
CREATE TABLE presence (
    session_id TEXT NOT NULL,
    participant TEXT NOT NULL,
    field TEXT NOT NULL,
    seen INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    change_number INTEGER NOT NULL,
    -- the store that wrote it, which ignores its own echo (PRS-2)
    writer TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (session_id, participant, field)
) STRICT, WITHOUT ROWID;

-- What was applied since a watcher looked last.
CREATE INDEX presence_by_change ON presence (change_number);

-- The newest change number. A row of its own: rows of presence vanish, and numbers must not come back.
CREATE TABLE presence_changes (
    change_number INTEGER NOT NULL
) STRICT;

INSERT INTO presence_changes (change_number) VALUES (0);
