package dev.a2.tck.model;

import static dev.a2.tck.model.PlantedFault.inFront;
import static dev.a2.tck.model.PlantedFault.inOpening;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.Cursor;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.IdSource;
import dev.a2.store.Limits;
import dev.a2.store.NewEvent;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.SessionPart;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Faults of whole stores: clocks, names, limits, what is listed and what is announced. */
final class StoreFaults {
    private StoreFaults() {}

    static Stream<PlantedFault> all() {
        return Stream.of(opening(), names(), lists(), announcements(), transfers())
                .flatMap(faults -> faults);
    }

    private static Stream<PlantedFault> opening() {
        Limits none = new Limits(1 << 30, 1 << 30, 1 << 30, 1 << 30);
        return Stream.of(
                inOpening(
                        "sizes are not limited",
                        "LIMITS",
                        "INVALID_ARGUMENT",
                        (storage, clock, ids) -> new NaiveStore(storage, clock, ids, none)),
                inOpening(
                        "the system's clock decides",
                        "CLK-1",
                        "injected clock",
                        (storage, clock, ids) -> new NaiveStore(storage, InstantSource.system(), ids, Limits.DEFAULTS)),
                inOpening(
                        "ids are drawn elsewhere",
                        "CLK-1",
                        "id source",
                        (storage, clock, ids) ->
                                new NaiveStore(storage, clock, IdSource.timeOrdered(clock), Limits.DEFAULTS)));
    }

    private static Stream<PlantedFault> names() {
        return Stream.of(
                inFront(
                        "ids are compared without regard to case",
                        "VAL-1",
                        "odd event ids",
                        store -> new ForwardingStore(store) {
                            @Override
                            public AppendResult append(AppendRequest request) {
                                return to.append(renamed(request, id -> id.toLowerCase(Locale.ROOT)));
                            }
                        }),
                inFront("an id ends at its first NUL", "VAL-1", "odd event ids", store -> new ForwardingStore(store) {
                    @Override
                    public AppendResult append(AppendRequest request) {
                        return to.append(
                                renamed(request, id -> id.indexOf('\0') < 1 ? id : id.substring(0, id.indexOf('\0'))));
                    }
                }),
                inFront(
                        "negative indexes are taken for zero",
                        "VAL-4",
                        "INVALID_ARGUMENT",
                        store -> new ForwardingStore(store) {
                            @Override
                            public List<Event> read(String sessionId, long afterIndex, @Nullable Long throughIndex) {
                                return to.read(sessionId, Math.max(0, afterIndex), throughIndex);
                            }
                        }));
    }

    private static AppendRequest renamed(AppendRequest request, UnaryOperator<String> rename) {
        List<NewEvent> events = request.events().stream()
                .map(event -> new NewEvent(
                        event.id() == null ? null : rename.apply(event.id()),
                        event.type(),
                        event.payload(),
                        event.cause(),
                        event.targets()))
                .toList();
        return request.events(events);
    }

    private static Stream<PlantedFault> lists() {
        return Stream.of(
                inFront("dead letters come in any order", "DL-1", "Expecting", store -> new ForwardingStore(store) {
                    @Override
                    public List<Head> deadLetters(String sessionId) {
                        List<Head> heads = new ArrayList<>(to.deadLetters(sessionId));
                        Collections.reverse(heads);
                        return heads;
                    }
                }),
                inFront("idle cursors are not listed", "CUR-1", "Expecting", store -> new ForwardingStore(store) {
                    @Override
                    public List<Cursor> cursors(String sessionId) {
                        return to.cursors(sessionId).stream()
                                .filter(cursor -> cursor.head() != null)
                                .toList();
                    }
                }),
                inFront(
                        "a session falls between two pages",
                        "RD-8",
                        "page by page",
                        store -> new ForwardingStore(store) {
                            @Override
                            public SessionPage sessions(@Nullable String from, int limit) {
                                SessionPage page = to.sessions(from, limit == Integer.MAX_VALUE ? limit : limit + 1);
                                List<SessionBounds> sessions = page.sessions();
                                return sessions.size() <= limit
                                        ? page
                                        : new SessionPage(sessions.subList(0, limit), page.next());
                            }
                        }),
                inFront(
                        "the frontier and the marker are read apart",
                        "RD-7",
                        "RD-7",
                        store -> new ForwardingStore(store) {
                            @Override
                            public SessionBounds bounds(String sessionId) {
                                long frontier = to.bounds(sessionId).frontier();
                                for (int i = 0; i < 50; i++) {
                                    LockSupport.parkNanos(1_000);
                                }
                                return new SessionBounds(sessionId, frontier, to.clearIndex(sessionId));
                            }
                        }));
    }

    private static Stream<PlantedFault> announcements() {
        return Stream.of(
                inFront("large events are announced too", "APP-13", "Wakeup", store -> new ForwardingStore(store) {
                    @Override
                    public Subscription subscribe(String sessionId, Listener listener) {
                        return to.subscribe(sessionId, new Listener() {
                            private long known = to.bounds(sessionId).frontier();

                            @Override
                            public void onWakeup(Wakeup wakeup) {
                                listener.onWakeup(new Wakeup(
                                        sessionId,
                                        wakeup.frontier(),
                                        to.readHistory(
                                                sessionId, Math.min(known, wakeup.frontier()), wakeup.frontier())));
                                known = wakeup.frontier();
                            }

                            @Override
                            public void onGap() {
                                listener.onGap();
                            }
                        });
                    }
                }),
                inFront("a sender hears its own presence", "PRS-2", "Expecting", store -> new ForwardingStore(store) {
                    private final List<Consumer<PresencePatch>> own = new CopyOnWriteArrayList<>();

                    @Override
                    public Subscription subscribePresence(String sessionId, Consumer<PresencePatch> listener) {
                        own.add(listener);
                        return to.subscribePresence(sessionId, listener);
                    }

                    @Override
                    public Optional<PresencePatch> setPresence(PresenceUpdate update) {
                        Optional<PresencePatch> patch = to.setPresence(update);
                        patch.ifPresent(applied -> own.forEach(listener -> listener.accept(applied)));
                        return patch;
                    }
                }),
                inFront(
                        "an event is announced before it can be read",
                        "APP-14",
                        "heard",
                        store -> new ForwardingStore(store) {
                            @Override
                            public Subscription subscribe(String sessionId, Listener listener) {
                                return to.subscribe(sessionId, new Listener() {
                                    @Override
                                    public void onWakeup(Wakeup wakeup) {
                                        listener.onWakeup(new Wakeup(sessionId, wakeup.frontier() + 1, List.of()));
                                    }

                                    @Override
                                    public void onGap() {
                                        listener.onGap();
                                    }
                                });
                            }
                        }));
    }

    private static Stream<PlantedFault> transfers() {
        return Stream.of(
                inFront("an export forgets what is done", "TRF-6", "Superseded", store -> new ForwardingStore(store) {
                    @Override
                    public void exportSession(String sessionId, Consumer<? super SessionPart> sink) {
                        to.exportSession(sessionId, part -> {
                            if (!(part instanceof SessionPart.HeadPart head)
                                    || head.state() != SessionPart.State.DONE) {
                                sink.accept(part);
                            }
                        });
                    }
                }),
                inFront(
                        "an export gives its parts in any order",
                        "TRF-3",
                        "sorted",
                        store -> new ForwardingStore(store) {
                            @Override
                            public void exportSession(String sessionId, Consumer<? super SessionPart> sink) {
                                List<SessionPart> parts = new ArrayList<>();
                                to.exportSession(sessionId, parts::add);
                                Collections.reverse(parts);
                                parts.forEach(sink);
                            }
                        }));
    }
}
