package dev.a2.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.a2.server.ServerFixture;
import dev.a2.server.config.AccessOptions;
import dev.a2.server.config.NewApiToken;
import dev.a2.server.config.Role;
import dev.a2.server.token.SessionGrant;
import dev.a2.server.token.SessionTokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Who may do what, as the page for operators says it: every cell of its table is tried on a running server, and every route
 * needs a row there.
 */
class RightsTest {
    private static final Path PAGE = Path.of("../docs/how-to/secure-a-server.md");
    private static final Pattern ROW = Pattern.compile("\\| `([A-Z]+ /\\S*)` \\|(.*)\\|");
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final SessionTokens TOKENS = SessionTokens.of(SECRET);
    private static final SessionTokens YESTERDAY =
            SessionTokens.of(SECRET, () -> Instant.now().minus(Duration.ofDays(1)));
    private static final NewApiToken READER = NewApiToken.make("reader", Set.of(Role.READ));
    private static final NewApiToken APPENDER = NewApiToken.make("appender", Set.of(Role.APPEND));
    private static final NewApiToken WORKER = NewApiToken.make("worker", Set.of(Role.WORK));
    private static final NewApiToken OPERATOR = NewApiToken.make("operator", Set.of(Role.OPERATE));

    /** The columns of the table, and the tokens of each; the empty one is no token. */
    private static final List<List<String>> COLUMNS = List.of(
            List.of(
                    "",
                    NewApiToken.make("unknown", Set.of(Role.READ)).text(),
                    "a2_malformed",
                    session(YESTERDAY, SessionGrant.session("s").append("*").participant("ada"))),
            List.of(READER.text()),
            List.of(APPENDER.text()),
            List.of(WORKER.text()),
            List.of(OPERATOR.text()),
            List.of(session(TOKENS, SessionGrant.session("s")), session(TOKENS, SessionGrant.prefix("s"))),
            List.of(
                    session(TOKENS, SessionGrant.session("s").append("said").participant("ada")),
                    session(TOKENS, SessionGrant.prefix("s").append("*").participant("ada"))),
            List.of(
                    session(TOKENS, SessionGrant.session("s2").append("*").participant("ada")),
                    session(TOKENS, SessionGrant.prefix("s2").append("*").participant("ada"))));

    private static ServerFixture fixture;

    /** A route, or, with a star at its end, all that begin so. */
    private record Row(String route, List<Boolean> cells) {
        boolean isAbout(String one) {
            return route.endsWith("*") ? one.startsWith(route.substring(0, route.length() - 1)) : one.equals(route);
        }
    }

    @BeforeAll
    static void open() {
        AccessOptions access = AccessOptions.open()
                .tokens(List.of(READER.kept(), APPENDER.kept(), WORKER.kept(), OPERATOR.kept()))
                .sessionSecret(SECRET);
        fixture = ServerFixture.open(options -> options.access(access));
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    private static String session(SessionTokens tokens, SessionGrant grant) {
        return tokens.mint(grant, Duration.ofHours(1)).text();
    }

    @TestFactory
    Stream<DynamicTest> everyCellIsTrue() throws IOException {
        return rows().stream()
                .map(row -> dynamicTest(row.route(), () -> {
                    assertThat(row.cells()).hasSameSizeAs(COLUMNS);
                    for (String route : fixture.server().operations()) {
                        if (row.isAbout(route)) {
                            check(route, row.cells());
                        }
                    }
                }));
    }

    private static void check(String route, List<Boolean> cells) {
        for (int column = 0; column < COLUMNS.size(); column++) {
            int refusal = column == 0 ? 401 : 403;
            for (String token : COLUMNS.get(column)) {
                int status = status(route, token);

                String cell = route + ", column " + (column + 1) + ", token " + token + ": " + status;
                if (cells.get(column)) {
                    assertThat(status).as(cell).isNotIn(401, 403, 405, 421);
                } else {
                    assertThat(status).as(cell).isEqualTo(refusal);
                }
            }
        }
    }

    /** Whoever gets past the door may well be told that an empty body says nothing. */
    private static int status(String route, String token) {
        String method = route.substring(0, route.indexOf(' '));
        String path = route.substring(route.indexOf(' ') + 1)
                .replace("{session}", "s")
                .replace("{participant}", "ada")
                .replaceAll("\\{\\w+}", "1");
        return fixture.status(method, path, token.isEmpty() ? List.of() : List.of("Authorization", "Bearer " + token));
    }

    @Test
    void everyRouteHasARow() throws IOException {
        List<Row> rows = rows();

        for (String route : fixture.server().operations()) {
            assertThat(rows.stream().filter(row -> row.isAbout(route)))
                    .as("rows for %s in %s", route, PAGE)
                    .hasSize(1);
        }
        for (Row row : rows) {
            assertThat(fixture.server().operations()).as("the table in " + PAGE).anyMatch(row::isAbout);
        }
    }

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            Matcher matcher = ROW.matcher(line);
            if (matcher.matches()) {
                List<String> cells = Arrays.stream(matcher.group(2).split("\\|", -1))
                        .map(String::strip)
                        .toList();
                assertThat(cells).isSubsetOf("yes", "–");
                rows.add(new Row(
                        matcher.group(1), cells.stream().map("yes"::equals).toList()));
            }
        }
        assertThat(rows).hasSizeGreaterThan(5);
        return rows;
    }
}
