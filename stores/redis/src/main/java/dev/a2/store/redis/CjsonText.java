package dev.a2.store.redis;

import dev.a2.codec.Strings;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** JSON as the server's own encoder writes it, which the layout fixes for references to snapshots. */
final class CjsonText {
    /** Strings to an array. */
    static final Collector<String, ?, String> ARRAY =
            Collectors.mapping(CjsonText::string, Collectors.joining(",", "[", "]"));

    private CjsonText() {}

    /** It also escapes slashes and U+007F. */
    static String string(String text) {
        return Strings.quote(text).replace("/", "\\/").replace("\u007f", "\\u007f");
    }
}
