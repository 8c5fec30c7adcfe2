/** JSON values, as payloads, states and presence values are. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** An event to append. Without `id` it gets one at once, so that sending it again stores it once. */
export interface NewEvent<P = unknown> {
  type: string;
  payload: P;
  id?: string;
  targets?: Target[];
}

/** A consumer that is to handle an event. `notBefore` is RFC 3339. */
export interface Target {
  consumer: string;
  lane?: string | null;
  notBefore?: string | null;
}

/** An event of a feed. */
export interface FeedEvent<P = any> {
  index: number;
  id: string;
  type: string;
  payload: P;
  createdAt: string;
}

/** An event of the log; `cause` is the attempt that it came from, null if it came from outside. */
export interface StoredEvent<P = any> extends FeedEvent<P> {
  cause: { consumer: string; lane: string | null; index: number; attempt: number } | null;
}

/** What is known of the handling of a head. */
export interface Dispatch {
  attemptCount: number;
  claimHolder: string | null;
  claimExpiresAt: string | null;
  firstClaimedAt: string | null;
  lastClaimedAt: string | null;
  failureCount: number;
  lastFailedAt: string | null;
  lastFailedAttempt: number | null;
  lastError: string | null;
  failedAt: string | null;
}

export interface Summary {
  sessionId: string;
  frontier: number;
  clearIndex: number;
  lastEventAt: string | null;
  lastEventType: string | null;
  dead: number;
  pending: { consumer: string; dueAt: string }[];
}

export interface Page {
  events: StoredEvent[];
  frontier: number;
  clearIndex: number;
  /** What `after` the next page takes; null at the end. */
  next: number | null;
}

export interface CursorStatus extends Dispatch {
  consumer: string;
  kind: 'event' | 'lane' | 'log';
  lane: string | null;
  position: number;
  head: number | null;
  types: string[] | null;
}

export interface DeadLetter extends Dispatch {
  consumer: string;
  lane: string | null;
  event: StoredEvent;
}

export interface PresenceEntry {
  participant: string;
  field: string;
  value: any;
  seen: number;
  at: string;
  expiresInMs: number;
}

export interface Contract {
  name: string;
  eventTypes: string[];
  reducers: string[];
  consumers: string[];
}

/** What went wrong: the server's problem details, or (with status 0) a failure on the way to it. */
export class A2Error extends Error {
  constructor(what: {
    status?: number;
    code: string;
    detail?: string;
    retryable?: boolean;
    retryAfterMs?: number | null;
    cause?: unknown;
  });
  readonly name: 'A2Error';
  readonly status: number;
  /**
   * The server's code, or one of this client's: NETWORK, TIMEOUT, NO_TOKEN, NOT_JSON, NOT_A_FEED, SILENT,
   * FRAME_TOO_LARGE, OUTBOX_FULL, STORAGE, INVALID_ARGUMENT, HTTP_nnn.
   */
  readonly code: string;
  readonly detail: string;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
}

export type TokenSource = string | (() => Promise<string | { token: string; expiresAt?: string }>);

export interface ConnectOptions {
  /** Where the server is; absent: where the page came from. */
  url?: string;
  /** A token, or how to get one: it is asked for another before the token ends, and once after a 401. */
  token?: TokenSource | null;
  fetch?: typeof fetch;
  /** Where outboxes are kept; absent: IndexedDB, or memory where there is none. */
  storage?: Storage;
  /** Whether tabs of this origin share one stream per session. Default true, where the browser can. */
  share?: boolean;
  /** Who this is. Tabs share streams and outboxes within one scope only. Default ''. */
  scope?: string;
  /** Reads and writes JSON; give one that keeps numbers beyond 2^53 if payloads hold such. Default JSON. */
  json?: { parse(text: string): any; stringify(value: any): string };
  outbox?: OutboxOptions;
  /** How long a request may take. Default 30 000. */
  timeoutMs?: number;
  /** Replaces what the client takes from the browser; for tests. */
  environment?: object;
}

export interface OutboxOptions {
  /** How many appends may wait, per session. Default 1000. */
  maxPending?: number;
  /** How many characters of JSON may wait, per session. Default 5 MiB. */
  maxBytes?: number;
  /** Called in the tab that was told of the refusal. */
  onRefused?(refused: { session: string; events: Identified[]; error: A2Error }): void;
}

/** A client of one server. */
export function connect(options?: ConnectOptions): Client;

export interface Abortable {
  signal?: AbortSignal;
}

export interface Client {
  session(id: string): Session;
  /** A page of sessions. */
  sessions(
    options?: Abortable & { state?: 'all' | 'pending' | 'dead'; from?: string; limit?: number },
  ): Promise<{ sessions: Summary[]; next: string | null; now: string }>;
  /** What the server's contracts know. */
  contracts(options?: Abortable): Promise<{ contracts: Contract[] }>;
  /** Ends feeds and announcements and stops sending; what waits in outboxes is kept. */
  close(): void;
}

export interface Session {
  readonly id: string;
  readonly presence: Presence;
  /** Appends that wait for the network, also over reloads. */
  readonly outbox: Outbox;
  /** Appends events, all or none; resolves when they are durable. Sent until the answer is definite. */
  append(
    events: NewEvent | NewEvent[],
    options?: Abortable & { ifLastIndex?: number; onRetry?(error: A2Error): void },
  ): Promise<StoredEvent[]>;
  summary(options?: Abortable): Promise<Summary & { now: string }>;
  /** A page of the log, with causes. */
  history(options?: Abortable & { after?: number; limit?: number }): Promise<Page>;
  /** A reducer's state on the server, as of the frontier or of an index. */
  state<S = any>(
    reducer: string,
    options?: Abortable & { at?: number },
  ): Promise<{ reducer: string; index: number; clearIndex: number; state: S }>;
  /** Events as they come, to iterate over. */
  feed(options?: FeedOptions): Feed;
  /** Events as they come, to `on.event`; the next one when the handler is done. */
  follow(options?: FollowOptions): Following;
  /** A state folded from the events on this side. */
  fold<S>(options: FoldOptions<S>): Fold<S>;
  cursors(
    options?: Abortable,
  ): Promise<{ cursors: CursorStatus[]; frontier: number; clearIndex: number; now: string }>;
  deadLetters(options?: Abortable): Promise<{ deadLetters: DeadLetter[]; now: string }>;
  redrive(
    consumer: string,
    index: number,
    action: 'retry' | 'skip',
    options?: Abortable,
  ): Promise<{ redriven: boolean }>;
  /** Begins a new lifetime. */
  clear(options?: Abortable & { ifLastIndex?: number }): Promise<{ frontier: number; clearIndex: number }>;
}

export type FeedStatus = 'connecting' | 'live' | 'waiting' | 'polling' | 'closed';

export interface FeedHandlers {
  /** Forget what you know of the session: events after `after` follow. In order with the events. */
  reset?(what: {
    reason: 'cleared' | 'beyond-end' | 'malformed' | 'history-lost';
    after: number;
  }): void | Promise<void>;
  /** The end of the log was reached, for the first time or for the first time after a reset. */
  caughtUp?(what: { frontier: number }): void | Promise<void>;
  /** A state that the server folded; never ahead of the events. */
  state?(what: { reducer: string; index: number; state: any }): void | Promise<void>;
  /** Everybody who is there, at once when it is heard. */
  presence?(entries: PresenceEntry[]): void;
  status?(status: FeedStatus): void;
}

export interface FeedOptions extends Abortable {
  /** Index after which it begins; `now`: the frontier; absent: the current lifetime's beginning. */
  after?: number | 'now';
  on?: FeedHandlers;
  /** Whether presence comes along; default: if there is a handler for it. */
  presence?: boolean;
  /** Reducers whose states come along. */
  state?: string | string[];
  /** How many events are kept ready for the reader. Default 256. */
  buffer?: number;
}

/** A session's events from an index on: each once, in order, without gaps, for as long as one reads. */
export interface Feed extends AsyncIterableIterator<FeedEvent> {
  /** Index of the event that the reader got last; null before the first. */
  readonly index: number | null;
  close(): void;
}

export interface FollowOptions extends Omit<FeedOptions, 'on'> {
  on: FeedHandlers & {
    event?(event: FeedEvent): void | Promise<void>;
    /** What ended it; `closed` rejects with the same. */
    error?(error: unknown): void;
  };
}

export interface Following {
  readonly feed: Feed;
  /** Resolves when it was closed and rejects when it failed. */
  readonly closed: Promise<void>;
  close(): void;
}

/** An event that a reducer gets; `index` is null while it waits in the outbox. */
export interface FoldEvent<P = any> extends Omit<FeedEvent<P>, 'index'> {
  index: number | null;
}

export interface FoldOptions<S> extends Abortable {
  /** The state of an empty session, or how to make one. */
  initial: S | (() => S);
  /** Per event type, how to get from a state to the next. The state given is not to be changed. */
  on: { [type: string]: (state: S, event: FoldEvent) => S };
  /** A reducer of the server whose state to begin with. */
  from?: string;
  /** Whether to show what waits in the outbox on top. Default false. */
  optimistic?: boolean;
}

export interface Fold<S> {
  /** What there is to show, queued appends included if the fold is optimistic. */
  readonly state: S;
  /** What the log says. */
  readonly confirmed: S;
  /** Index of the last event in `confirmed`. */
  readonly index: number;
  /** What ended the fold, or null. */
  readonly error: unknown;
  /** Resolves when it has caught up with the log for the first time. */
  readonly ready: Promise<unknown>;
  subscribe(listener: (state: S, fold: Fold<S>) => void): () => void;
  close(): void;
}

export type Identified<P = unknown> = NewEvent<P> & { id: string };

export interface PendingAppend {
  number: number;
  events: Identified[];
  queuedAt: string;
  /** Characters of JSON. */
  size: number;
}

export type OutboxChange =
  | ({ type: 'queued' } & PendingAppend)
  | { type: 'stored'; number: number; events: StoredEvent[] }
  | { type: 'refused'; number: number; events: Identified[]; error: A2Error };

export interface Outbox {
  /** What has not been stored yet, oldest first. */
  readonly pending: readonly PendingAppend[];
  /** Why nothing is sent at the moment, or null. */
  readonly blockedBy: A2Error | null;
  /** Resolves when `pending` tells what was left from before. */
  readonly loaded: Promise<void>;
  /** Keeps events until they are stored. Resolves when they are kept; rejects with OUTBOX_FULL. */
  append(
    events: NewEvent | NewEvent[],
  ): Promise<{ number: number; events: Identified[]; stored: Promise<StoredEvent[]> }>;
  /** Resolves when nothing is pending. */
  settled(options?: Abortable): Promise<void>;
  /** Tries to send now. */
  drain(): void;
  subscribe(listener: (change: OutboxChange) => void): () => void;
}

/** Where outboxes keep what has not been sent. */
export interface Storage {
  /** Keeps an entry behind the queue's others; returns its number, which grows. */
  add(queue: string, entry: object): Promise<number>;
  /** What a queue holds, oldest first. */
  list(queue: string): Promise<{ number: number; entry: any }[]>;
  remove(queue: string, number: number): Promise<void>;
  /** Names of the queues that hold something. */
  queues(): Promise<string[]>;
}

export class MemoryStorage implements Storage {
  add(queue: string, entry: object): Promise<number>;
  list(queue: string): Promise<{ number: number; entry: any }[]>;
  remove(queue: string, number: number): Promise<void>;
  queues(): Promise<string[]>;
}

export class IndexedDbStorage implements Storage {
  constructor(factory: IDBFactory);
  add(queue: string, entry: object): Promise<number>;
  list(queue: string): Promise<{ number: number; entry: any }[]>;
  remove(queue: string, number: number): Promise<void>;
  queues(): Promise<string[]>;
}

export interface Values {
  [name: string]: any;
}

export interface Presence {
  /**
   * Announces a participant and keeps doing so until `leave`, or until the page goes. What is announced is good for
   * `ttlMs` (default 30 000), and for three minutes at least while the page is hidden, since its timers are slow then.
   */
  join(
    participant: string,
    values?: Values,
    options?: Abortable & { ttlMs?: number; throttleMs?: number; seen?: number },
  ): Membership;
  /** Who is there, kept up to date. */
  watch(options?: Abortable & { except?: Membership }): Peers;
  /** Entries as of now, of everybody or of one participant. */
  list(participant?: string, options?: Abortable): Promise<PresenceEntry[]>;
  /** Writes fields once (null takes one away); returns the names of those that were applied. */
  set(
    participant: string,
    values: Values,
    options?: Abortable & { ttlMs?: number; seen?: number; at?: string },
  ): Promise<string[]>;
}

export interface Membership {
  /** The name of this connection, as others see it. */
  readonly connection: string;
  /** Resolves when the server knows of it for the first time; rejects if it refuses. */
  readonly joined: Promise<unknown>;
  /** Resolves after leaving; rejects when the server refused an announcement. */
  readonly closed: Promise<unknown>;
  /** Shows other values for the given names; null or undefined takes one away. */
  update(values: Values, options?: { seen?: number }): void;
  leave(): Promise<void>;
}

export interface Peer {
  participant: string;
  /** Null for fields that were not written by `join`. */
  connection: string | null;
  values: Values;
  seen: number | null;
}

export interface Peers {
  readonly peers: readonly Peer[];
  /** Resolves when the watch has ended; rejects if the server refused it. */
  readonly closed: Promise<void>;
  subscribe(listener: (peers: Peer[]) => void): () => void;
  close(): void;
}

/** Reads `text/event-stream` from chunks that may end anywhere. */
export class SseParser {
  /** How long the server wants to be left alone after the stream ended. */
  retryMs: number | null;
  push(bytes: Uint8Array): { event: string; data: string; id: string }[];
}
