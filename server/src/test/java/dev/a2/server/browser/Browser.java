package dev.a2.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A Chromium without a window. Everything that waits has a limit. */
final class Browser implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(25);
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private final ChromeDriver driver;

    Browser(Path browser, Path program) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
        options.addArguments("--no-first-run", "--disable-background-networking", "--window-size=1280,800");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(program.toFile())
                        .usingAnyFreePort()
                        .build(),
                options);
        driver.manage().timeouts().scriptTimeout(LIMIT).pageLoadTimeout(LIMIT);
    }

    /** One window, of a desktop's size, that remembers nothing of what was before. */
    void fresh() {
        List<String> windows = new ArrayList<>(driver.getWindowHandles());
        for (String window : windows.subList(1, windows.size())) {
            driver.switchTo().window(window).close();
        }
        driver.switchTo().window(windows.getFirst());
        cdp("Storage.clearDataForOrigin", Map.of("origin", "*", "storageTypes", "all"));
        cdp("Emulation.clearDeviceMetricsOverride", Map.of());
        driver.get("about:blank");
        log();
    }

    /** Loads an address anew. */
    void open(String address) {
        // A change behind the hash alone would load nothing.
        driver.get("about:blank");
        driver.get(address);
    }

    /** Opens another tab and goes there. */
    void tab() {
        driver.switchTo().newWindow(WindowType.TAB);
    }

    /** Goes to the tab that was opened so many tabs after the first. */
    void tab(int number) {
        driver.switchTo().window(List.copyOf(driver.getWindowHandles()).get(number));
    }

    /** What a script's {@code return} gives: text, number, truth, list or map. */
    @Nullable Object script(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** What an async function's body gives. */
    @Nullable Object await(String body, Object... arguments) {
        String script = "const done = arguments[arguments.length - 1];" + "(async (...given) => {" + body
                + "})(...arguments).then(done, error => done('failed: ' + error.stack))";
        return driver.executeAsyncScript(script, arguments);
    }

    /** Waits until an expression is true. */
    void until(String expression) {
        long end = System.nanoTime() + LIMIT.toNanos();
        Object value = false;
        while (!Boolean.TRUE.equals(value)) {
            if (System.nanoTime() > end) {
                throw new AssertionError(
                        "never came true: " + expression + "\non the page: " + text("body") + "\nlog: " + log());
            }
            value = evaluate("return Boolean(" + expression + ")");
            pause();
        }
    }

    private @Nullable Object evaluate(String script) {
        try {
            return driver.executeScript(script);
        } catch (JavascriptException e) {
            return false;
        }
    }

    /** Waits until what is at a selector holds a text. */
    void untilText(String selector, String text) {
        until("[...document.querySelectorAll(" + quoted(selector) + ")].some("
                + "e => e.innerText.replace(/\\s+/g, ' ').includes(" + quoted(text) + "))");
    }

    /** Waits until nothing is at a selector. */
    void untilGone(String selector) {
        until("document.querySelector(" + quoted(selector) + ") === null");
    }

    /** The text that is at a selector now. */
    String text(String selector) {
        return String.valueOf(evaluate("return document.querySelector(" + quoted(selector) + ")?.innerText ?? ''"));
    }

    /** How many elements a selector finds. */
    long count(String selector) {
        return (Long) Objects.requireNonNull(
                driver.executeScript("return document.querySelectorAll(arguments[0]).length", selector));
    }

    void click(String selector) {
        until("document.querySelector(" + quoted(selector) + ")");
        driver.findElement(By.cssSelector(selector)).click();
    }

    /** Types into a field. */
    void type(String selector, CharSequence... keys) {
        until("document.querySelector(" + quoted(selector) + ")");
        WebElement field = driver.findElement(By.cssSelector(selector));
        field.clear();
        field.sendKeys(keys);
    }

    /** Presses keys, wherever the focus is. */
    void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    void pressEscape() {
        press(Keys.ESCAPE);
    }

    void online(boolean online) {
        cdp("Network.enable", Map.of());
        cdp(
                "Network.emulateNetworkConditions",
                Map.of("offline", !online, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
        if (online) {
            cdp("Network.disable", Map.of());
        }
    }

    /** The size of a window, or of a phone where it is narrow. */
    void size(int width, int height) {
        boolean phone = width < 500;
        cdp(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", phone ? 2 : 1, "mobile", phone));
    }

    private void cdp(String command, Map<String, Object> arguments) {
        driver.executeCdpCommand(command, arguments);
    }

    /** A picture of the page in {@code target/screenshots}. */
    void screenshot(String name) {
        try {
            Files.createDirectories(SCREENSHOTS);
            Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the browser complained about since it was last asked. */
    List<String> log() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Fails if a page broke its policy or failed in a script since the log was last read. */
    void assertNoComplaints() {
        assertThat(log()).noneMatch(line -> line.contains("Content Security Policy") || line.contains("Uncaught"));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A text as JavaScript has it. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted.append(c < 0x20 || c > 0x7e || c == '"' || c == '\\' ? String.format("\\u%04x", (int) c) : c);
        }
        return quoted.append('"').toString();
    }

    /** A name as a part of an address's hash. */
    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        driver.quit();
    }
}
