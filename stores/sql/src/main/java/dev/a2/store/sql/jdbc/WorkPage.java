package dev.a2.store.sql.jdbc;

import dev.a2.store.WorkMark;
import java.util.List;
import java.util.function.Function;

/** Pages of the work index (WRK-4). */
public final class WorkPage {
    private WorkPage() {}

    /**
     * Cuts a page so that it splits no session; one with more marks than the limit is a page of its own.
     *
     * @param found marks in order, one more than the limit if there are so many
     * @param ofSession reads all marks of a session
     */
    public static List<WorkMark> cut(List<WorkMark> found, int limit, Function<String, List<WorkMark>> ofSession) {
        if (found.size() <= limit) {
            return found;
        }
        String split = found.get(limit).sessionId();
        List<WorkMark> whole =
                found.stream().filter(mark -> !mark.sessionId().equals(split)).toList();
        return whole.isEmpty() ? ofSession.apply(split) : whole;
    }
}
