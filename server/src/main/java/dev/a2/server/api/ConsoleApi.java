package dev.a2.server.api;

import dev.a2.server.files.StaticFiles;
import java.util.ArrayList;
import java.util.List;

/** The console and the browser client: a route for each file. */
final class ConsoleApi {
    private final StaticFiles files = new StaticFiles();

    List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        routes.add(Route.get("/", Right.PUBLIC, call -> StaticFiles.toConsole()));
        routes.add(Route.get("/console", Right.PUBLIC, call -> StaticFiles.toConsole()));
        for (String path : files.paths()) {
            routes.add(Route.get(
                    path,
                    Right.PUBLIC,
                    call -> files.answer(path, call.header("If-None-Match").orElse(""))));
        }
        return routes;
    }
}
