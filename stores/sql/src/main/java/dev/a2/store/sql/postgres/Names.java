package dev.a2.store.sql.postgres;

/**
 * Texts as the server can hold them: it refuses U+0000, so that is written as U+0001 U+0001, and U+0001 as U+0001 U+0002.
 * The order of texts by their bytes stays, and a text without these two characters is stored as it is.
 */
final class Names {
    private static final char NUL = '\0';
    private static final char MARK = '\1';
    private static final char MARK_ITSELF = '\2';

    private Names() {}

    static String stored(String text) {
        if (text.indexOf(NUL) < 0 && text.indexOf(MARK) < 0) {
            return text;
        }
        StringBuilder stored = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case NUL -> stored.append(MARK).append(MARK);
                case MARK -> stored.append(MARK).append(MARK_ITSELF);
                default -> stored.append(c);
            }
        }
        return stored.toString();
    }

    static String read(String stored) {
        if (stored.indexOf(MARK) < 0) {
            return stored;
        }
        StringBuilder text = new StringBuilder(stored.length());
        for (int i = 0; i < stored.length(); i++) {
            char c = stored.charAt(i);
            if (c == MARK && i + 1 < stored.length()) {
                i++;
                text.append(stored.charAt(i) == MARK ? NUL : MARK);
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
