package dev.a2.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows under a heading, columns aligned. It holds what it prints: give it a page, not everything. */
final class Table {
    private static final String GAP = "  ";

    private record Cell(String text, Out.Style style) {
        int width() {
            return text.codePointCount(0, text.length());
        }
    }

    private record Column(String title, boolean right) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<List<Cell>> rows = new ArrayList<>();

    Table column(String title) {
        columns.add(new Column(title, false));
        return this;
    }

    /** A column of numbers. */
    Table number(String title) {
        columns.add(new Column(title, true));
        return this;
    }

    Table row() {
        rows.add(new ArrayList<>());
        return this;
    }

    Table cell(String text) {
        return cell(text, Out.Style.PLAIN);
    }

    Table cell(String text, Out.Style style) {
        rows.get(rows.size() - 1).add(new Cell(text, style));
        return this;
    }

    Table cell(long number) {
        return cell(Long.toString(number));
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    int size() {
        return rows.size();
    }

    void print(Out out) {
        List<Cell> titles = columns.stream()
                .map(column -> new Cell(column.title(), Out.Style.BOLD))
                .toList();
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = titles.get(i).width();
            for (List<Cell> row : rows) {
                widths[i] = Math.max(widths[i], row.get(i).width());
            }
        }
        print(out, titles, widths);
        rows.forEach(row -> print(out, row, widths));
    }

    private void print(Out out, List<Cell> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        int last = row.size() - 1;
        for (int i = 0; i <= last; i++) {
            Cell cell = row.get(i);
            String padding = " ".repeat(widths[i] - cell.width());
            String text = out.styled(cell.text(), cell.style());
            boolean right = columns.get(i).right();
            line.append(right ? padding + text : i == last ? text : text + padding);
            line.append(i == last ? "" : GAP);
        }
        out.line(line.toString().stripTrailing());
    }
}
