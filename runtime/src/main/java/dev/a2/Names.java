package dev.a2;

import dev.a2.codec.Strings;
import java.util.List;

/** What a contract's names must look like. */
final class Names {
    /** Begins the names that belong to the engine. */
    static final String RESERVED = "a2.";

    private Names() {}

    /** Adds a problem for a name that no store accepts, or that belongs to the engine. */
    static void check(String what, String name, List<String> problems) {
        if (name.isEmpty()) {
            problems.add(what + " without a name");
        } else if (!Strings.isWellFormed(name)) {
            problems.add(what + " " + Strings.quote(name) + " is not well-formed Unicode");
        } else if (name.startsWith(RESERVED)) {
            problems.add(what + " " + name + " begins with " + RESERVED + ", which is reserved");
        }
    }
}
