package dev.a2.store.sql.postgres;

import dev.a2.store.sql.jdbc.SqlFile;

/** The statements, each in a file of its own below {@code shared} or {@code postgres}. */
enum Sql implements SqlFile {
    CURSORS_ALL("cursors/all"),
    CURSORS_DELETE_IDLE_LANES("cursors/delete_idle_lanes"),
    CURSORS_FIND("cursors/find"),
    CURSORS_PUT("cursors/put"),
    EVENTS_ADD("events/add"),
    EVENTS_DELETE_THROUGH("events/delete_through"),
    EVENTS_END_OF_PAGE("events/end_of_page"),
    EVENTS_INDEXES_OF_IDS("events/indexes_of_ids"),
    EVENTS_KEYS("events/keys"),
    EVENTS_NEXT_OF_TYPES("events/next_of_types"),
    EVENTS_PAGE_OF_SESSION("events/page_of_session"),
    HEADS_ALL("heads/all"),
    HEADS_ANY_LIVE("heads/any_live"),
    HEADS_CLAIMED_BY("heads/claimed_by"),
    HEADS_CONSUMERS("heads/consumers"),
    HEADS_DEAD("heads/dead"),
    HEADS_DELETE_THROUGH("heads/delete_through"),
    HEADS_FIND("heads/find"),
    HEADS_FIRST_FREE("heads/first_free"),
    HEADS_FREE("heads/free"),
    HEADS_HELD("heads/held"),
    HEADS_LIVE("heads/live"),
    HEADS_NEXT_QUEUED("heads/next_queued"),
    HEADS_PUT("heads/put"),
    LEDGER_ADD("ledger/add"),
    LEDGER_CREATE("ledger/create"),
    LEDGER_LIST("ledger/list"),
    LEDGER_LOCK("ledger/lock"),
    PRESENCE_CHANGES_SINCE("presence/changes_since"),
    PRESENCE_DROP_EXPIRED("presence/drop_expired"),
    PRESENCE_OF("presence/of"),
    PRESENCE_PUT("presence/put"),
    SERVER_ABOUT("server/about"),
    SERVER_FIND_SCHEMA("server/find_schema"),
    SERVER_OLDEST_TRANSACTION("server/oldest_transaction"),
    SESSIONS_ADD("sessions/add"),
    SESSIONS_ADD_IF_ABSENT("sessions/add_if_absent"),
    SESSIONS_DROP_IF_EMPTY("sessions/drop_if_empty"),
    SESSIONS_FIND("sessions/find"),
    SESSIONS_LOCK("sessions/lock"),
    SESSIONS_MOVE("sessions/move"),
    SESSIONS_PAGE("sessions/page"),
    SESSIONS_UNNAME_MARKER("sessions/unname_marker"),
    SNAPSHOTS_ALL("snapshots/all"),
    SNAPSHOTS_AT("snapshots/at"),
    SNAPSHOTS_DELETE_BELOW("snapshots/delete_below"),
    SNAPSHOTS_DROP("snapshots/drop"),
    SNAPSHOTS_DROP_UNPINNED("snapshots/drop_unpinned"),
    SNAPSHOTS_NEWEST("snapshots/newest"),
    SNAPSHOTS_PUT("snapshots/put"),
    SNAPSHOTS_UNPIN("snapshots/unpin"),
    TRANSACTION_BEGIN_READ("transaction/begin_read"),
    TRANSACTION_BEGIN_WRITE("transaction/begin_write"),
    TRANSACTION_CLOCK("transaction/clock"),
    TRANSACTION_COMMIT("transaction/commit"),
    TRANSACTION_CURRENT_SETTINGS("transaction/current_settings"),
    TRANSACTION_JOINED_SETTINGS("transaction/joined_settings"),
    TRANSACTION_ROLLBACK("transaction/rollback"),
    TRANSACTION_SETTINGS("transaction/settings"),
    WATCH_FRONTIERS("watch/frontiers"),
    WATCH_LISTEN("watch/listen"),
    WATCH_NOTIFY("watch/notify"),
    WATCH_UNLISTEN("watch/unlisten"),
    WORK_MARK("work/mark"),
    WORK_OF_SESSION("work/of_session"),
    WORK_PAGE("work/page"),
    WORK_REMOVE("work/remove"),
    WORK_SET("work/set"),
    WORK_TAKE("work/take");

    private final String path;

    Sql(String path) {
        this.path = path;
    }

    @Override
    public String path() {
        return path;
    }
}
