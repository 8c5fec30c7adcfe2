package dev.a2.store.sql.postgres;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A URL that names a Postgres database: {@code postgres://user:password@host:port/database?schema=a2&sslmode=require}, with
 * several hosts between commas. What it asks for besides {@code schema} and {@code connections} is the driver's to know.
 *
 * @param jdbcUrl without user, password and settings
 * @param driver user, password and settings of the driver
 * @param own settings of ours
 */
record PostgresUrl(String jdbcUrl, Properties driver, Map<String, String> own) {
    private static final Pattern URL =
            Pattern.compile("postgres(?:ql)?://(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?(?<hosts>[^@/?]+)"
                    + "/(?<database>[^?/]+)(?:\\?(?<settings>.*))?");
    private static final Pattern SECRETS = Pattern.compile("(?<=//)[^/]*(?=@)|(?<=password=)[^&]*");

    static PostgresUrl parse(String url) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    shown(url) + " is no Postgres URL; write postgres://user:password@host:5432/database?schema=a2");
        }
        Properties driver = new Properties();
        Map<String, String> own = new LinkedHashMap<>();
        put(driver, "user", parts.group("user"));
        put(driver, "password", parts.group("password"));
        String settings = parts.group("settings");
        for (String setting : settings == null ? new String[0] : settings.split("&", -1)) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(shown(url) + ": a setting is written name=value");
            }
            String name = decoded(setting.substring(0, equals));
            String value = decoded(setting.substring(equals + 1));
            switch (name) {
                case "schema", "connections" -> own.put(name, value);
                default -> driver.setProperty(name, value);
            }
        }
        return new PostgresUrl(
                "jdbc:postgresql://" + parts.group("hosts") + "/" + parts.group("database"), driver, own);
    }

    /** Without its secrets. */
    static String shown(String url) {
        return SECRETS.matcher(url).replaceAll("…");
    }

    private static void put(Properties properties, String name, @Nullable String value) {
        if (value != null) {
            properties.setProperty(name, decoded(value));
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** Host, port and database, for messages. */
    String place() {
        return "Postgres " + jdbcUrl.substring(jdbcUrl.indexOf("//") + 2);
    }

    /** Nothing of the driver's settings. */
    @Override
    public String toString() {
        return place();
    }
}
