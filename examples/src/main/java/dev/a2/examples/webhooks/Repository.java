package dev.a2.examples.webhooks;

import dev.a2.Reducer;
import dev.a2.examples.webhooks.GitHubEvent.*;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How a repository stands.
 *
 * @param open whether everybody may see it
 * @param refs its branches and tags
 * @param releases how far each is
 * @param alerts the state of each weakness that was found
 * @param environments the state of the newest deployment to each
 * @param checks the newest result of each
 * @param board how its issues, pull requests and discussions stand, by number
 * @param templates how messages about a type of event are worded here, besides those that come with the application
 */
public record Repository(
        boolean open,
        SortedSet<String> stargazers,
        SortedSet<String> forks,
        SortedSet<String> refs,
        SortedSet<String> labels,
        SortedMap<String, String> releases,
        SortedMap<String, String> alerts,
        SortedMap<String, String> environments,
        SortedMap<String, String> checks,
        SortedMap<Integer, Card> board,
        SortedMap<String, String> templates) {
    /** An issue, pull request or discussion on the board. */
    public record Card(String title, String column) {}

    /** Nothing is known yet. */
    static final Repository UNKNOWN = new Repository(
            true,
            new TreeSet<>(),
            new TreeSet<>(),
            new TreeSet<>(),
            new TreeSet<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>());

    /** The state of a repository. */
    public static final Reducer<GitHubEvent, Repository> REDUCER =
            Reducer.of("repository", Repository.class, UNKNOWN, Repository::after);

    /** Copies the collections. */
    public Repository {
        stargazers = Frozen.set(stargazers);
        forks = Frozen.set(forks);
        refs = Frozen.set(refs);
        labels = Frozen.set(labels);
        releases = Frozen.map(releases);
        alerts = Frozen.map(alerts);
        environments = Frozen.map(environments);
        checks = Frozen.map(checks);
        board = Frozen.map(board);
        templates = Frozen.map(templates);
    }

    /** How it stands after an event. */
    Repository after(GitHubEvent event) {
        return new Draft(this).changed(event).done();
    }

    /** The next state in the making. */
    private static final class Draft {
        private boolean open;
        private final SortedSet<String> stargazers;
        private final SortedSet<String> forks;
        private final SortedSet<String> refs;
        private final SortedSet<String> labels;
        private final SortedMap<String, String> releases;
        private final SortedMap<String, String> alerts;
        private final SortedMap<String, String> environments;
        private final SortedMap<String, String> checks;
        private final SortedMap<Integer, Card> board;
        private final SortedMap<String, String> templates;

        Draft(Repository from) {
            open = from.open;
            stargazers = new TreeSet<>(from.stargazers);
            forks = new TreeSet<>(from.forks);
            refs = new TreeSet<>(from.refs);
            labels = new TreeSet<>(from.labels);
            releases = new TreeMap<>(from.releases);
            alerts = new TreeMap<>(from.alerts);
            environments = new TreeMap<>(from.environments);
            checks = new TreeMap<>(from.checks);
            board = new TreeMap<>(from.board);
            templates = new TreeMap<>(from.templates);
        }

        Draft changed(GitHubEvent event) {
            switch (event) {
                case VisibilityChanged changed -> open = changed.open();
                case Starred starred -> stargazers.add(starred.actor());
                case Unstarred unstarred -> stargazers.remove(unstarred.actor());
                case Forked forked -> forks.add(forked.fork());
                case RefCreated created -> refs.add(created.kind() + " " + created.name());
                case RefDeleted deleted -> refs.remove(deleted.kind() + " " + deleted.name());
                case LabelDefined defined -> labels.add(defined.label());
                case LabelRetired retired -> labels.remove(retired.label());
                case Released released -> releases.put(released.tag(), released.stage());
                case AlertChanged alert -> alerts.put(alert.source() + " " + alert.alert(), alert.state());
                case Deployed deployed -> environments.put(deployed.environment(), deployed.state());
                case CheckReported reported -> checks.put(reported.check(), reported.result());
                case CardMoved moved -> board.put(moved.number(), new Card(moved.title(), moved.column()));
                case TemplateAdded added -> templates.put(added.eventType(), added.template());
                default -> {
                    // The rest is about its issues, or about people.
                }
            }
            return this;
        }

        Repository done() {
            return new Repository(
                    open, stargazers, forks, refs, labels, releases, alerts, environments, checks, board, templates);
        }
    }
}
