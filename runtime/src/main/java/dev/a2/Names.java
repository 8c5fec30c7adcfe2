package dev.a2;

import dev.a2.codec.Strings;
import dev.a2.store.Reserved;
import java.util.List;

/** What a contract's names must look like. */
final class Names {
    private Names() {}

    /** Adds a problem for a name that no store accepts, or that belongs to the engine. */
    static void check(String what, String name, List<String> problems) {
        if (name.isEmpty()) {
            problems.add(what + " without a name");
        } else if (!Strings.isWellFormed(name)) {
            problems.add(what + " " + Strings.quote(name) + " is not well-formed Unicode");
        } else if (name.startsWith(Reserved.PREFIX)) {
            problems.add(what + " " + name + " begins with " + Reserved.PREFIX + ", which is reserved");
        }
    }
}
