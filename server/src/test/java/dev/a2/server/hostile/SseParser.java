package dev.a2.server.hostile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Server-sent events as the WHATWG's specification reads them: all three line ends, fields, dispatch at empty lines. */
final class SseParser {
    /** What a browser would hand to a page. */
    record Message(String lastEventId, String type, String data) {}

    private final Consumer<Message> to;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private String lastEventId = "";
    private String type = "";
    private boolean afterReturn;

    SseParser(Consumer<Message> to) {
        this.to = to;
    }

    void accept(byte[] bytes) {
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            byte b = bytes[i];
            if (b != '\n' && b != '\r') {
                afterReturn = false;
                continue;
            }
            line.write(bytes, from, i - from);
            from = i + 1;
            boolean endsPair = afterReturn && b == '\n';
            afterReturn = b == '\r';
            if (!endsPair) {
                line(line.toString(StandardCharsets.UTF_8));
                line.reset();
            }
        }
        line.write(bytes, from, bytes.length - from);
    }

    private void line(String text) {
        if (text.isEmpty()) {
            if (!data.isEmpty()) {
                to.accept(new Message(lastEventId, type, data.substring(0, data.length() - 1)));
            }
            data.setLength(0);
            type = "";
            return;
        }
        int colon = text.indexOf(':');
        String field = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + 1);
        value = value.startsWith(" ") ? value.substring(1) : value;
        switch (field) {
            case "data" -> data.append(value).append('\n');
            case "event" -> type = value;
            case "id" -> lastEventId = value.indexOf('\0') < 0 ? value : lastEventId;
            default -> {}
        }
    }
}
