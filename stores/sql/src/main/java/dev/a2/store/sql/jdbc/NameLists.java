package dev.a2.store.sql.jdbc;

import dev.a2.codec.Codec;
import dev.a2.codec.JacksonCodec;
import dev.a2.codec.Json;
import dev.a2.codec.Strings;
import dev.a2.store.kernel.SnapshotRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists of names in one column, as JSON arrays of strings; an empty list is null where that means the same. */
public final class NameLists {
    private static final Codec CODEC = new JacksonCodec();

    private NameLists() {}

    /** As it is stored. */
    public static String write(Collection<String> names) {
        return names.stream().map(Strings::quote).collect(Collectors.joining(",", "[", "]"));
    }

    /** As it was. */
    public static List<String> read(String text) {
        return text.equals("[]") ? List.of() : List.of((String[]) CODEC.decode(Json.trusted(text), String[].class));
    }

    /** Reducer and index in turns. */
    public static @Nullable String writePins(List<SnapshotRef> pins) {
        if (pins.isEmpty()) {
            return null;
        }
        List<String> parts = new ArrayList<>(pins.size() * 2);
        for (SnapshotRef pin : pins) {
            parts.add(pin.reducer());
            parts.add(Long.toString(pin.index()));
        }
        return write(parts);
    }

    /** As they were. */
    public static List<SnapshotRef> readPins(@Nullable String text) {
        if (text == null) {
            return List.of();
        }
        List<String> parts = read(text);
        List<SnapshotRef> pins = new ArrayList<>(parts.size() / 2);
        for (int i = 0; i < parts.size(); i += 2) {
            pins.add(new SnapshotRef(parts.get(i), Long.parseLong(parts.get(i + 1))));
        }
        return pins;
    }
}
