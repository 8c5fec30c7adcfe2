package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The demo on a server that may die too, and keeps on its disk what it told of. */
abstract class ServerDemoKills extends DemoKills {
    private final int serverKills;

    /** So many kills of the demo, and of the server in one run. */
    ServerDemoKills(int kills, int serverKills) {
        super(kills);
        this.serverKills = serverKills;
    }

    /** The server dies. */
    abstract void kill();

    /** It starts again with what it had. */
    abstract void again();

    @Test
    void theServerMayDieInTheMiddle() throws Exception {
        String store = freshStore("server-killed");

        try (DemoProcess demo = DemoProcess.start(store)) {
            for (int i = 0; i < serverKills; i++) {
                if (demo.endsWithin(moment().dividedBy(serverKills))) {
                    break;
                }
                kill();
                again();
            }
            assertThat(demo.finish()).endsWith("exit code 0");
        }

        isAsUndisturbed(DemoOutcome.of(store), "the server killed");
    }

    /** As after a power cut: nobody was there to wait for the server. */
    @Test
    void bothMayDieAtOnce() throws Exception {
        String store = freshStore("both-killed");

        try (DemoProcess demo = DemoProcess.start(store)) {
            demo.endsWithin(moment());
            kill();
            demo.kill();
            again();
        }

        isAsUndisturbed(finish(store), "both killed");
    }
}
