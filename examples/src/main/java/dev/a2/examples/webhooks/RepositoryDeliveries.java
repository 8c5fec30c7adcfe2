package dev.a2.examples.webhooks;

import dev.a2.examples.webhooks.GitHubEvent.*;
import java.util.List;
import java.util.function.BiFunction;

/** How GitHub tells of repositories and accounts, and of what machines say about commits. */
record RepositoryDeliveries(Deliveries deliveries) {
    void add() {
        checks();
        code();
        repositories();
        releases();
        alerts();
        access();
    }

    /** Five shapes of the same thing. */
    private void checks() {
        String suite = "/check_suite/app/";
        deliveries.read(
                CheckReported.class, p -> check(p, p.text("/check_run/name"), "/check_run"), checkActions("check_run"));
        deliveries.read(
                CheckReported.class,
                p -> check(p, p.firstText(suite + "slug", suite + "name") + " suite", "/check_suite"),
                checkActions("check_suite"));
        deliveries.read(
                CheckReported.class,
                p -> check(p, p.firstText("/workflow_run/name", "/workflow/name"), "/workflow_run"),
                checkActions("workflow_run"));
        deliveries.read(
                CheckReported.class,
                p -> check(p, p.text("/workflow_job/name"), "/workflow_job"),
                checkActions("workflow_job"));
        deliveries.read(
                CheckReported.class,
                p -> new CheckReported(p.repository(), p.actor(), p.text("/context"), p.text("/sha"), p.text("/state")),
                "status");
    }

    private static String[] checkActions(String kind) {
        return List.of(
                        "created",
                        "requested",
                        "queued",
                        "waiting",
                        "in_progress",
                        "completed",
                        "rerequested",
                        "requested_action")
                .stream()
                .map(action -> kind + "." + action)
                .toArray(String[]::new);
    }

    private static CheckReported check(Payload p, String name, String at) {
        String result = p.firstText(at + "/conclusion", at + "/status");
        return new CheckReported(p.repository(), p.actor(), name, p.text(at + "/head_sha"), result);
    }

    private void code() {
        deliveries.read(
                Pushed.class,
                p -> new Pushed(p.repository(), p.actor(), p.text("/ref"), p.size("/commits"), p.isTrue("/forced")),
                "push");
        deliveries.read(
                RefCreated.class,
                p -> new RefCreated(p.repository(), p.actor(), p.text("/ref_type"), p.text("/ref")),
                "create");
        deliveries.read(
                RefDeleted.class,
                p -> new RefDeleted(p.repository(), p.actor(), p.text("/ref_type"), p.text("/ref")),
                "delete");
    }

    private void repositories() {
        plain(Starred.class, Starred::new, "star.created");
        plain(Unstarred.class, Unstarred::new, "star.deleted");
        plain(RepositoryCreated.class, RepositoryCreated::new, "repository.created");
        plain(VisibilityChanged.class, (r, actor) -> new VisibilityChanged(r, actor, true), "repository.publicized");
        plain(VisibilityChanged.class, (r, actor) -> new VisibilityChanged(r, actor, false), "repository.privatized");
        deliveries.read(Forked.class, p -> new Forked(p.repository(), p.actor(), p.text("/forkee/full_name")), "fork");
        deliveries.read(
                RepositoryMoved.class,
                p -> new RepositoryMoved(p.repository(), p.actor(), p.text("/changes/repository/name/from")),
                "repository.renamed");
        deliveries.read(
                RepositoryMoved.class,
                p -> new RepositoryMoved(p.repository(), p.actor(), p.firstText(owner("user"), owner("organization"))),
                "repository.transferred");
        deliveries.read(
                LabelDefined.class,
                p -> new LabelDefined(p.repository(), p.actor(), p.text("/label/name")),
                "label.created",
                "label.edited");
        deliveries.read(
                LabelRetired.class,
                p -> new LabelRetired(p.repository(), p.actor(), p.text("/label/name")),
                "label.deleted");
    }

    private static String owner(String kind) {
        return "/changes/owner/from/" + kind + "/login";
    }

    private void releases() {
        for (String stage :
                List.of("created", "edited", "published", "prereleased", "released", "unpublished", "deleted")) {
            deliveries.read(
                    Released.class,
                    p -> new Released(p.repository(), p.actor(), p.text("/release/tag_name"), stage),
                    "release." + stage);
        }
        deliveries.read(Deployed.class, p -> deployed(p, "requested"), "deployment.created");
        deliveries.read(
                Deployed.class, p -> deployed(p, p.text("/deployment_status/state")), "deployment_status.created");
    }

    private static Deployed deployed(Payload p, String state) {
        return new Deployed(p.repository(), p.actor(), p.text("/deployment/environment"), state);
    }

    private void alerts() {
        String rule = "/alert/rule/";
        deliveries.read(
                AlertChanged.class,
                p -> new AlertChanged(
                        p.repository(),
                        p.actor(),
                        p.text("/alert/tool/name"),
                        p.text(rule + "id"),
                        p.firstText(rule + "security_severity_level", rule + "severity"),
                        p.text("/alert/state")),
                "code_scanning_alert.created",
                "code_scanning_alert.reopened",
                "code_scanning_alert.fixed",
                "code_scanning_alert.closed_by_user");
        deliveries.read(
                AlertChanged.class,
                p -> new AlertChanged(
                        p.repository(),
                        p.actor(),
                        "dependabot",
                        p.text("/alert/security_advisory/ghsa_id"),
                        p.text("/alert/security_advisory/severity"),
                        p.text("/alert/state")),
                "dependabot_alert.created",
                "dependabot_alert.reopened",
                "dependabot_alert.fixed",
                "dependabot_alert.dismissed");
    }

    private void access() {
        access("/member/login", "member.added", "member.edited", "member.removed");
        access("/member/login", "membership.added", "membership.removed");
        access("/membership/user/login", "organization.member_added", "organization.member_removed");
        access("/user/login", "organization.member_invited");
        access("/blocked_user/login", "org_block.blocked", "org_block.unblocked");
        access("/team/slug", "team.created", "team.deleted", "team.edited");
        access("/team/slug", "team.added_to_repository", "team.removed_from_repository");
        access("/key/title", "deploy_key.created", "deploy_key.deleted");
        access("/rule/name", "branch_protection_rule.created", "branch_protection_rule.edited");
        access("/rule/name", "branch_protection_rule.deleted");
        access("/installation/account/login", "installation.created", "installation.deleted");
        access("/installation/account/login", "installation.suspend", "installation.unsuspend");
        access("/installation/account/login", "installation.new_permissions_accepted");
        access("/installation/account/login", "installation_repositories.added", "installation_repositories.removed");
        access("/sender/login", "github_app_authorization.revoked");
    }

    private void access(String whom, String... storedTypes) {
        for (String stored : storedTypes) {
            String change = Deliveries.words(stored);
            deliveries.read(
                    AccessChanged.class,
                    p -> new AccessChanged(p.repositoryOrNull(), p.actor(), p.text(whom), change),
                    stored);
        }
    }

    /** An event that says no more than who and where. */
    private <T extends Told> void plain(Class<T> type, BiFunction<String, String, T> event, String storedType) {
        deliveries.read(type, p -> event.apply(p.repository(), p.actor()), storedType);
    }
}
