package dev.a2.server.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds routes: those without variables by their path, the others among the few that have as many segments. */
final class RouteTable {
    private final Map<String, List<Route>> fixed = new LinkedHashMap<>();
    private final Map<Integer, List<Template>> templates = new LinkedHashMap<>();

    /** A route and what its variables stand for, still encoded. */
    record Found(Route route, Map<String, String> variables) {}

    /** A route's path in segments. */
    private record Template(Route route, List<String> segments) {
        @Nullable Found match(List<String> given) {
            Map<String, String> variables = new LinkedHashMap<>();
            for (int i = 0; i < segments.size(); i++) {
                String wanted = segments.get(i);
                if (wanted.startsWith("{")) {
                    variables.put(wanted.substring(1, wanted.length() - 1), given.get(i));
                } else if (!wanted.equals(given.get(i))) {
                    return null;
                }
            }
            return new Found(route, variables);
        }
    }

    RouteTable(List<Route> routes) {
        for (Route route : routes) {
            List<String> segments = segments(route.template());
            if (route.template().contains("{")) {
                templates
                        .computeIfAbsent(segments.size(), size -> new ArrayList<>())
                        .add(new Template(route, segments));
            } else {
                fixed.computeIfAbsent(route.template(), path -> new ArrayList<>())
                        .add(route);
            }
        }
    }

    /** Every method of a path; none if it is no route's. */
    List<Found> at(String path) {
        List<Found> found = new ArrayList<>();
        for (Route route : fixed.getOrDefault(path, List.of())) {
            found.add(new Found(route, Map.of()));
        }
        List<String> segments = segments(path);
        for (Template template : templates.getOrDefault(segments.size(), List.of())) {
            Found match = template.match(segments);
            if (match != null) {
                found.add(match);
            }
        }
        return found;
    }

    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        int from = 0;
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
            segments.add(path.substring(from, slash));
            from = slash + 1;
        }
        segments.add(path.substring(from));
        return segments;
    }
}
