package dev.a2.store.kernel;

import dev.a2.store.Cursor;
import dev.a2.store.HeadRef;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The contract's orders: texts by UTF-16 code units, lanes of one head by their UTF-8 bytes. */
final class Orders {
    /** Lanes by their UTF-8 bytes, no lane first. */
    private static final Comparator<@Nullable String> LANES =
            Comparator.nullsFirst((a, b) -> Arrays.compareUnsigned(bytes(a), bytes(b)));

    /** By index, then consumer, then event cursor before lanes (CLM-1). */
    static final Comparator<HeadRef> REFS = Comparator.comparingLong(HeadRef::index)
            .thenComparing(HeadRef::consumer)
            .thenComparing(HeadRef::lane, LANES);

    /** The same for rows. */
    static final Comparator<HeadRow> ROWS =
            Comparator.comparing(row -> row.key().ref(), REFS);

    /** Event cursors, then logs, then lanes, by UTF-8 bytes (DL-2). */
    static final Comparator<HeadRow> REDRIVE = Comparator.comparing(
                    (HeadRow row) -> row.key().kind())
            .thenComparing(row -> row.key().lane(), LANES);

    /** By consumer, then lane, event cursors last by head (CUR-1). */
    static final Comparator<Cursor> CURSORS = Comparator.comparing(Cursor::consumer)
            .thenComparing(Cursor::lane, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparingLong(cursor -> cursor.head() == null ? 0L : cursor.head());

    private Orders() {}

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
