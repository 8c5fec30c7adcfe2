package dev.a2.cli;

import dev.a2.server.config.ApiToken;
import dev.a2.server.config.Role;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An API token as {@code NAME:ROLES:HASH}. */
final class ApiTokenConverter implements ITypeConverter<ApiToken> {
    private static final String ALL = "all";

    @Override
    public ApiToken convert(String text) {
        String[] parts = text.split(":", -1);
        // What is wrong is not repeated: it may be a token in place of its hash.
        if (parts.length != 3 || !parts[0].matches("[A-Za-z0-9._-]{1,100}")) {
            throw new TypeConversionException(
                    "write NAME:ROLES:HASH, as a2 token prints it; a name has letters, digits, ._-");
        }
        try {
            return new ApiToken(parts[0], parts[2], roles(parts[1]));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    /** Roles as {@code read,append}, or {@code all}. */
    static Set<Role> roles(String text) {
        if (text.equals(ALL)) {
            return EnumSet.allOf(Role.class);
        }
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String name : text.split(",", -1)) {
            try {
                roles.add(Role.valueOf(name.strip().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("there is no role '" + name.strip() + "', only "
                        + names(EnumSet.allOf(Role.class)) + " and " + ALL);
            }
        }
        return roles;
    }

    /** Roles as the converter reads them. */
    static String names(Set<Role> roles) {
        StringBuilder names = new StringBuilder();
        for (Role role : EnumSet.copyOf(roles)) {
            names.append(names.isEmpty() ? "" : ",").append(role.name().toLowerCase(Locale.ROOT));
        }
        return names.toString();
    }
}
