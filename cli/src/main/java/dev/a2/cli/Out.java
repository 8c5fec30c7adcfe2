package dev.a2.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;

/** Where a command prints; colours on a terminal only, and not where NO_COLOR is set. */
final class Out {
    private static final String RESET = "\u001b[0m";

    /** How a text looks. */
    enum Style {
        PLAIN(""),
        BOLD("\u001b[1m"),
        DIM("\u001b[2m"),
        RED("\u001b[31m"),
        GREEN("\u001b[32m"),
        YELLOW("\u001b[33m"),
        CYAN("\u001b[36m");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    private final PrintWriter writer;
    private final boolean coloured;

    Out(PrintWriter writer, Ansi ansi) {
        this.writer = writer;
        this.coloured = ansi.enabled();
    }

    void line(String text) {
        writer.print(text);
        writer.print('\n');
    }

    void line(String text, Style style) {
        line(styled(text, style));
    }

    String styled(String text, Style style) {
        return coloured && style != Style.PLAIN && !text.isEmpty() ? style.code + text + RESET : text;
    }

    void flush() {
        writer.flush();
    }

    /** Whether nobody reads on. */
    boolean isBroken() {
        return writer.checkError();
    }

    PrintWriter writer() {
        return writer;
    }
}
