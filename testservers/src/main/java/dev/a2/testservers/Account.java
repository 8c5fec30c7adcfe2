package dev.a2.testservers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Who runs programs that refuse to run as root: root stays itself in a user namespace of its own, where it is nobody; or it becomes
 * nobody; everybody else is fine.
 *
 * @param command what a command begins with
 */
record Account(List<String> command) {
    private static final Account OURS = new Account(List.of());
    private static final Account IN_NAMESPACE = new Account(List.of("unshare", "-U"));
    private static final Account NOBODY =
            new Account(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));

    /**
     * One that is not root.
     *
     * @throws org.opentest4j.TestAbortedException if there is none; where A2_CI is true, that is a failure
     */
    static Account unprivileged() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return OURS;
        }
        if (IN_NAMESPACE.works()) {
            return IN_NAMESPACE;
        }
        if (NOBODY.works()) {
            return NOBODY;
        }
        throw Commands.missing(
                "this program does not run as root, and neither unshare -U nor setpriv can change that here");
    }

    private boolean works() {
        return Commands.succeeds(running(List.of("true")).toArray(String[]::new));
    }

    /** A command as this account runs it. */
    List<String> running(List<String> program) {
        List<String> whole = new ArrayList<>(command);
        whole.addAll(program);
        return whole;
    }

    /** Gives it a folder. */
    void own(Path folder) {
        if (equals(NOBODY)) {
            Commands.run("chown", "-R", "nobody:nogroup", folder.toString());
        }
    }
}
