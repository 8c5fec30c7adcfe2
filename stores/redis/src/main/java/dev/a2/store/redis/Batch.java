package dev.a2.store.redis;

import dev.a2.codec.Strings;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNew;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.Target;
import dev.a2.store.Wakeup;
import dev.a2.store.When;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Events to append and what they give rise to, as the scripts want them. Each has an id by now. */
final class Batch {
    /** The short script adds them all in one call. */
    private static final int FEW_TARGETS = 100;

    private record Each(int event, Target target) {}

    private record Log(ServedConsumer consumer, LogOptions options, int firstTaken) {}

    private final List<NewEvent> events;
    private final @Nullable AttemptRef causeOfAll;
    private final List<Each> eaches = new ArrayList<>();
    private final List<Each> lanes = new ArrayList<>();
    private final List<Log> logs = new ArrayList<>();

    /**
     * Sorts out what a batch needs.
     *
     * @param causeOfAll replaces the events' own causes; null: it does not
     */
    Batch(List<NewEvent> events, Served consumers, @Nullable AttemptRef causeOfAll) {
        this.events = events;
        this.causeOfAll = causeOfAll;
        for (int i = 0; i < events.size(); i++) {
            sort(i + 1, events.get(i).targets());
        }
        for (ServedConsumer consumer : consumers.logs()) {
            LogOptions options = consumer.log();
            int first = options == null ? 0 : firstTaken(options);
            if (options != null && first > 0) {
                logs.add(new Log(consumer, options, first));
            }
        }
    }

    /** A consumer without lane given twice counts once (VAL-2). */
    private void sort(int event, List<Target> targets) {
        Set<String> seen = new HashSet<>();
        for (Target target : targets) {
            if (target.lane() != null) {
                lanes.add(new Each(event, target));
            } else if (targets.size() == 1 || seen.add(target.consumer())) {
                eaches.add(new Each(event, target));
            }
        }
    }

    private int firstTaken(LogOptions options) {
        for (int i = 0; i < events.size(); i++) {
            if (options.takes(events.get(i).type())) {
                return i + 1;
            }
        }
        return 0;
    }

    /** Whether it is one event without cause and with few targets, which have no lane and do not wait, and no log to wake. */
    boolean isPlain() {
        return events.size() == 1
                && eaches.size() <= FEW_TARGETS
                && events.get(0).cause() == null
                && causeOfAll == null
                && lanes.isEmpty()
                && logs.isEmpty()
                && !isAnyHeldBack();
    }

    private boolean isAnyHeldBack() {
        for (Each each : eaches) {
            if (each.target().notBefore() != null) {
                return true;
            }
        }
        return false;
    }

    /** Whether all who get something from it without lane are served. */
    boolean isServedBy(Served consumers) {
        for (Each each : eaches) {
            if (!consumers.serves(each.target().consumer())) {
                return false;
            }
        }
        return true;
    }

    /** The event, a claim of its heads and its targets, if it is plain. */
    void addPlainTo(Command command, @Nullable ClaimNew claim) {
        NewEvent event = events.get(0);
        String id = idOf(event);
        command.text(id).text(event.type()).text(event.payload().text()).text(isSmall() ? told(id, event.type()) : "");
        addClaim(command, claim);
        for (Each each : eaches) {
            command.text(Keys.row(each.target().consumer(), null))
                    .text(each.target().consumer());
        }
    }

    /** Whom it gives work, and when that is free. */
    List<ComingWork.Work> work() {
        Set<ComingWork.Work> work = new LinkedHashSet<>();
        for (Each each : eaches) {
            When start = each.target().notBefore();
            work.add(new ComingWork.Work(each.target().consumer(), start == null ? "" : Home.moment(start)));
        }
        lanes.forEach(lane -> work.add(ComingWork.Work.now(lane.target().consumer())));
        logs.forEach(log -> work.add(ComingWork.Work.now(log.consumer().name())));
        return List.copyOf(work);
    }

    boolean givesWork() {
        return heads() > 0;
    }

    /** Most heads that it makes. */
    int heads() {
        return eaches.size() + lanes.size() + logs.size();
    }

    /** Whether the batch itself tells that a served consumer has work (APP-12). */
    boolean isWorkFor(Served consumers) {
        if (!logs.isEmpty()) {
            return true;
        }
        for (NewEvent event : events) {
            AttemptRef cause = event.cause();
            if (cause != null && consumers.serves(cause.consumer())) {
                return true;
            }
            for (Target target : event.targets()) {
                if (consumers.serves(target.consumer())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The distinct causes, by index. */
    List<AttemptRef> causes() {
        return events.stream()
                .map(NewEvent::cause)
                .filter(Objects::nonNull)
                .distinct()
                .sorted(java.util.Comparator.comparingLong(AttemptRef::index))
                .collect(Collectors.toList());
    }

    static void addClaim(Command command, @Nullable ClaimNew claim) {
        command.text(claim == null ? "" : claim.holder()).text(claim == null ? "" : Home.moment(claim.expiry()));
    }

    void addCounts(Command command) {
        command.number(events.size()).number(eaches.size()).number(lanes.size()).number(logs.size());
    }

    /** Events, targets and logs, in the order of the counts. */
    void addTo(Command command) {
        boolean carries = isSmall();
        for (NewEvent event : events) {
            AttemptRef cause = causeOfAll != null ? causeOfAll : event.cause();
            String id = idOf(event);
            command.text(id)
                    .text(event.type())
                    .text(event.payload().text())
                    .text(cause == null ? "" : Entries.cause(cause))
                    .text(carries ? told(id, event.type()) : "");
        }
        for (Each each : eaches) {
            When start = each.target().notBefore();
            command.number(each.event())
                    .text(Keys.row(each.target().consumer(), null))
                    .text(start == null ? "" : Home.moment(start));
        }
        for (Each lane : lanes) {
            command.number(lane.event())
                    .text(Keys.row(lane.target().consumer(), lane.target().lane()));
        }
        for (Log log : logs) {
            command.text(Keys.log(log.consumer().name(), log.options().lane()))
                    .text(types(log.options()))
                    .flag(log.options().backfill())
                    .number(log.firstTaken());
        }
    }

    /** Whether a wake-up can carry the payloads at all; the script knows exactly (APP-13). */
    private boolean isSmall() {
        long bytes = 0;
        for (NewEvent event : events) {
            bytes += event.payload().text().length();
            if (bytes > Wakeup.MAX_BYTES) {
                return false;
            }
        }
        return true;
    }

    /** What a wake-up says of an event between its index and its payload. */
    static String told(String id, String type) {
        return "," + Strings.quote(id) + "," + Strings.quote(type) + ",";
    }

    /** Types as a log's cursor records them. */
    static String types(LogOptions options) {
        return options.types() == null
                ? "*"
                : options.types().stream().map(Strings::quote).collect(Collectors.joining(",", "[", "]"));
    }

    static String idOf(NewEvent event) {
        return Objects.requireNonNull(event.id(), "an event without id reached a script");
    }
}
