package dev.a2.store.sql.sqlite;

import dev.a2.store.sql.jdbc.SqlFile;

/** The statements, each in a file of its own below {@code shared} or the database's own folder. */
enum Sql implements SqlFile {
    CURSORS_ALL("cursors/all"),
    CURSORS_DELETE_IDLE_LANES("cursors/delete_idle_lanes"),
    CURSORS_FIND("cursors/find"),
    CURSORS_PUT("cursors/put"),
    EVENTS_ADD("events/add"),
    EVENTS_ADD_TYPE("events/add_type"),
    EVENTS_DELETE_THROUGH("events/delete_through"),
    EVENTS_DELETE_TYPES("events/delete_types"),
    EVENTS_END_OF_PAGE("events/end_of_page"),
    EVENTS_GROWN_SINCE("events/grown_since"),
    EVENTS_INDEXES_OF_IDS("events/indexes_of_ids"),
    EVENTS_INDEX_OF_ID("events/index_of_id"),
    EVENTS_KEYS("events/keys"),
    EVENTS_NEWEST_ID("events/newest_id"),
    EVENTS_NEWEST_POSITION("events/newest_position"),
    EVENTS_NEXT_OF_TYPE("events/next_of_type"),
    EVENTS_PAGE("events/page"),
    FILE_CLAIM("file/claim"),
    FILE_DATA_VERSION("file/data_version"),
    FILE_ENGINE_VERSION("file/engine_version"),
    FILE_JOURNAL_MODE("file/journal_mode"),
    FILE_QUICK_CHECK("file/quick_check"),
    FILE_RESTART_LOG("file/restart_log"),
    HEADS_ADD("heads/add"),
    HEADS_ALL("heads/all"),
    HEADS_ANY_LIVE("heads/any_live"),
    HEADS_CLAIMED_BY("heads/claimed_by"),
    HEADS_DEAD("heads/dead"),
    HEADS_DELETE_THROUGH("heads/delete_through"),
    HEADS_FIND("heads/find"),
    HEADS_FIRST_FREE("heads/first_free"),
    HEADS_FREE("heads/free"),
    HEADS_HELD("heads/held"),
    HEADS_LIVE("heads/live"),
    HEADS_LIVE_CONSUMERS("heads/live_consumers"),
    HEADS_NEXT_QUEUED("heads/next_queued"),
    HEADS_REPLACE("heads/replace"),
    LEDGER_ADD("ledger/add"),
    LEDGER_CREATE("ledger/create"),
    LEDGER_LIST("ledger/list"),
    PRESENCE_CHANGES_SINCE("presence/changes_since"),
    PRESENCE_DROP_EXPIRED("presence/drop_expired"),
    PRESENCE_NEWEST_CHANGE("presence/newest_change"),
    PRESENCE_NEXT_CHANGE("presence/next_change"),
    PRESENCE_OF_PARTICIPANT("presence/of_participant"),
    PRESENCE_OF_SESSION("presence/of_session"),
    PRESENCE_PUT("presence/put"),
    SESSIONS_ADD("sessions/add"),
    SESSIONS_FIND("sessions/find"),
    SESSIONS_MARK("sessions/mark"),
    SESSIONS_PAGE("sessions/page"),
    SESSIONS_UNNAME_MARKER("sessions/unname_marker"),
    SNAPSHOTS_ALL("snapshots/all"),
    SNAPSHOTS_DELETE_BELOW("snapshots/delete_below"),
    SNAPSHOTS_DROP("snapshots/drop"),
    SNAPSHOTS_DROP_UNPINNED("snapshots/drop_unpinned"),
    SNAPSHOTS_NEWEST("snapshots/newest"),
    SNAPSHOTS_PUT("snapshots/put"),
    SNAPSHOTS_UNPIN("snapshots/unpin"),
    TRANSACTION_BEGIN_READ("transaction/begin_read"),
    TRANSACTION_BEGIN_WRITE("transaction/begin_write"),
    TRANSACTION_COMMIT("transaction/commit"),
    TRANSACTION_ROLLBACK("transaction/rollback"),
    WORK_DUE("work/due"),
    WORK_MARK("work/mark"),
    WORK_NEXT_DUE("work/next_due"),
    WORK_OF_SESSION("work/of_session"),
    WORK_PAGE("work/page"),
    WORK_REMOVE("work/remove"),
    WORK_SET("work/set");

    private final String path;

    Sql(String path) {
        this.path = path;
    }

    @Override
    public String path() {
        return path;
    }
}
