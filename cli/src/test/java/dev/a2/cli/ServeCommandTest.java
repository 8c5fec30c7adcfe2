package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.config.NewApiToken;
import dev.a2.server.config.Role;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final NewApiToken TOKEN = NewApiToken.make("ops", Set.of(Role.READ));
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    @Test
    void optionsWinOverVariablesAndThoseOverTheFile() throws IOException {
        Files.writeString(
                folder.resolve("a2.properties"), """
                # where
                host = nowhere.invalid
                port = 1
                store = memory:

                token.ops = read %s
                token.shop = all %s
                session-secret = %s
                max-body = 100
                """.formatted(TOKEN.kept().sha256(), "0".repeat(64), SECRET));
        shell.environment.put("A2_CONFIG", "a2.properties");
        shell.environment.put("A2_HOST", "127.0.0.1");
        shell.environment.put("A2_PORT", "2");
        shell.environment.put("A2_ORIGIN", "");

        serving(
                said -> {
                    assertThat(said)
                            .contains("serving memory: at http://127.0.0.1:")
                            .contains("API tokens of ops, shop; session tokens\n")
                            .doesNotContain(SECRET);
                    URI address = address(said);
                    assertThat(status(address, TOKEN.text())).isEqualTo(200);
                    assertThat(status(address, "")).isEqualTo(401);
                    String session = shell.run("token", "--session", "s", "--config", "a2.properties")
                            .out()
                            .strip();
                    // Signed at the shell's time, long ago.
                    assertThat(session).matches("[\\w-]+\\.[\\w-]+\\.[\\w-]+");
                    assertThat(status(address, session)).isEqualTo(401);
                },
                "--port",
                "0");
    }

    @Test
    void aTokenForThisRunIsShownOnceAndWorks() {
        serving(
                said -> {
                    Matcher token = Pattern.compile("API token for this run: (a2_\\S{43})\n")
                            .matcher(said);
                    assertThat(token.find()).as(said).isTrue();
                    assertThat(said).contains("console: http://127.0.0.1:", "/console/\n", "/openapi.json\n");
                    assertThat(status(address(said), token.group(1))).isEqualTo(200);
                },
                "--host=0.0.0.0",
                "--port=0",
                "--store=memory:",
                "--new-token");
    }

    /** SRV-6, F67. */
    @Test
    void aServerThatWouldLetInEverybodyDoesNotStart() {
        assertThat(shell.run("serve", "--store=memory:", "--host=0.0.0.0", "--port=0")
                        .failed(1))
                .contains("everybody could do everything", "a2 token", "--new-token")
                .doesNotContain("Exception");
        for (String secret : new String[] {"", "   ", "short"}) {
            shell.environment.put("A2_SESSION_SECRET", secret);
            assertThat(shell.run("serve", "--store=memory:", "--port=0").failed(1))
                    .contains("the secret of session tokens is", "at least 32 bytes");
        }
    }

    @Test
    void whatIsWrongWithAFileIsSaidWithItsLine() throws IOException {
        assertThat(config("port = 1\nprot = 2"))
                .contains("c.properties line 2: nobody knows 'prot'; there are allow-host, ");
        assertThat(config("\n# x\nport = eighty")).contains("line 3: Invalid value for option '--port'");
        assertThat(config("port")).contains("line 1: there is no '='");
        assertThat(config("port = 1\nport = 2")).contains("line 2: 'port' stands there twice");
        assertThat(config("token = ops:read:00")).contains("line 1: nobody knows 'token'");
        assertThat(config("token.ops = " + TOKEN.kept().sha256()))
                .contains("line 1: 'token.ops' needs roles and a hash");
        assertThat(config("token.ops = reads " + TOKEN.kept().sha256())).contains("line 1: there is no role 'reads'");
        assertThat(config("token.ops = read " + TOKEN.text()))
                .contains("line 1: ", "64 hexadecimal digits")
                .doesNotContain(TOKEN.text());
        assertThat(config("token.o:s = read " + TOKEN.kept().sha256())).contains("line 1: write NAME:ROLES:HASH");
        assertThat(config("config = other")).contains("line 1: nobody knows 'config'");
        assertThat(shell.run("serve", "--config", "missing").failed(2)).contains("cannot read the file", "missing");
        assertThat(shell.run("token", "--session", "s", "--config", "missing").failed(2))
                .contains("cannot read the file");
    }

    private String config(String text) throws IOException {
        Files.writeString(folder.resolve("c.properties"), text);
        return shell.run("serve", "--store=memory:", "--config", "c.properties").failed(2);
    }

    @Test
    void aVariableThatIsWrongIsNamed() {
        shell.environment.put("A2_MAX_FEEDS", "many");

        assertThat(shell.run("serve", "--store=memory:").failed(2))
                .contains("the variable A2_MAX_FEEDS: Invalid value for option '--max-feeds'");
    }

    @Test
    void severalSecretsAreOneTooMany() throws IOException {
        Files.writeString(folder.resolve("key"), SECRET);
        shell.environment.put("A2_SESSION_SECRET", SECRET);

        assertThat(shell.run("token", "--session=s", "--session-secret-file=key")
                        .failed(2))
                .contains("several secrets", "the variable A2_SESSION_SECRET", "key")
                .doesNotContain(SECRET);
    }

    /** Runs {@code a2 serve} beside the test until it has looked. */
    private void serving(Consumer<String> look, String... options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Thread serving =
                Thread.ofPlatform().start(() -> shell.run(new PrintWriter(out), new PrintWriter(err), serve(options)));
        try {
            long end = System.nanoTime() + LIMIT.toNanos();
            while (!out.toString().contains("access:") && serving.isAlive() && System.nanoTime() < end) {
                serving.join(Duration.ofMillis(10));
            }
            assertThat(err.toString()).isEmpty();
            look.accept(out.toString());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            serving.interrupt();
            end(serving);
        }
    }

    private static String[] serve(String... options) {
        String[] all = new String[options.length + 1];
        all[0] = "serve";
        System.arraycopy(options, 0, all, 1, options.length);
        return all;
    }

    private static void end(Thread thread) {
        try {
            assertThat(thread.join(LIMIT)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static URI address(String said) {
        Matcher address = Pattern.compile(" at (http://\\S+)\n").matcher(said);
        assertThat(address.find()).as(said).isTrue();
        return URI.create(address.group(1));
    }

    private static int status(URI address, String token) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address.resolve("/v1/contracts")).timeout(LIMIT);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
