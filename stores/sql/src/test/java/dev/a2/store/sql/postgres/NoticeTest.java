package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NoticeTest {
    private final Notice.Names names = Notice.Names.of("a2", "0123abcd");

    @Test
    void readsWhatWasWritten() {
        String digest = Notice.digest("order-1");

        for (Notice.Kind kind : Notice.Kind.values()) {
            assertThat(names.read(names.payload(kind, digest, Long.MAX_VALUE)))
                    .isEqualTo(new Notice(kind, "0123abcd", digest, Long.MAX_VALUE));
        }
    }

    @Test
    void isOfOneLengthHoweverLongTheSessionsIdIs() {
        String longId = "x".repeat(1_000) + "😀";

        assertThat(names.payload(Notice.Kind.EVENTS, Notice.digest(longId), 1L << 53))
                .hasSameSizeAs(names.payload(Notice.Kind.WORK, Notice.digest(""), 0));
    }

    @Test
    void whatIsOfAnotherSchemaOrOfNobodyIsNotRead() {
        String payload = names.payload(Notice.Kind.EVENTS, Notice.digest("s"), 1);

        assertThat(Notice.Names.of("other", "0123abcd").read(payload)).isNull();
        assertThat(names.read("")).isNull();
        assertThat(names.read(payload.substring(1))).isNull();
        assertThat(names.read(payload.substring(0, 16) + '?' + payload.substring(17)))
                .isNull();
        assertThat(names.read(payload.substring(0, payload.length() - 1) + 'z')).isNull();
    }
}
