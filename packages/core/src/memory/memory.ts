import {
  checkOptions,
  type Message,
  optionsOf,
  sealMessage,
  ToolwrightError,
  type UserMessage,
} from '@toolwright/contract';
import { AGENT_DEFAULTS } from '../base/agent-defaults.js';
import { markAsides } from './asides.js';
import { isText } from './is-message.js';
import { type Asides, type MemoryState, readMemoryState, STATE_VERSION } from './memory-state.js';
import { filterObservations, type Observation, type ObservationFilter } from './observation.js';
import { checkHistory } from './paired-history.js';
import { takeInAll } from './take-in.js';
import { type CutBounds, cutBounds, cutSize, isSystemMessage, trimHistory } from './trim-history.js';
import { withoutMedia } from './without-media.js';

/** Options of `Memory`. */
export interface MemoryOptions {
  /** The conversation so far. A system or developer message is moved to index 0. */
  readonly messages?: readonly Message[] | undefined;
  readonly observations?: readonly Observation[] | undefined;
  /** The user messages that belong to the preceding step and are not questions (see `afterTools`), by index in `messages` or by text. */
  readonly asides?: Asides | undefined;
  /**
   * The maximum number of messages to keep, including the system message. Default: 100. From 10 on, each cut drops half of them, or
   * up to three quarters if ten steps take more than half. Most requests thus extend the previous one, as prompt caches require.
   */
  readonly maxHistory?: number | undefined;
}

/** The accepted options, including all members that `toJSON` writes. */
const MEMORY = optionsOf<MemoryOptions & MemoryState>()({
  'a number': 'maxHistory version',
  'a list': 'messages observations asides',
});

/** A fork as plain JSON: its whole history, and the messages that were added to the fork. */
export interface ForkState {
  readonly history: MemoryState;
  readonly added: readonly Message[];
  /** The added user messages that are not questions. */
  readonly addedAsides?: Asides | undefined;
}

/** The size of a history before and after a cut, in messages. */
export interface HistoryCut {
  readonly before: number;
  readonly after: number;
}

interface Origin {
  readonly memory: Memory;
  readonly resets: number;
  /** The change count of the original memory at the time of the fork. */
  readonly changes: number;
  added: Message[];
}

/** The memory of an agent: a limited history of messages for the model, and an unlimited list of observations for your code. */
export class Memory {
  readonly maxHistory: number;
  #messages: Message[] = [];
  #observations: Observation[] = [];
  /** User messages that belong to the preceding step; shared with forks. */
  #asides = new WeakSet<Message>();
  /** For a fork: the original memory, and the messages added since. */
  #origin: Origin | undefined;
  #resets = 0;
  #changes = 0;
  /** For a fork: whether some of its initial messages were dropped. */
  #shortened = false;
  #cut: HistoryCut | undefined;

  constructor(options: MemoryOptions = {}) {
    checkOptions(options, MEMORY, 'Memory');
    const { messages = [], observations = [], asides = [], maxHistory = AGENT_DEFAULTS.maxHistory } = options;
    if (maxHistory !== Number.POSITIVE_INFINITY && !(Number.isInteger(maxHistory) && maxHistory >= 1)) {
      throw new ToolwrightError('INVALID_CONFIG', `'maxHistory' is ${String(maxHistory)}.`, {
        blame: 'developer',
        hint: 'Pass a whole number of at least 1, or Infinity.',
      });
    }
    this.maxHistory = maxHistory;
    this.#observations = [...observations];
    const given = takeInAll(messages);
    checkHistory(given);
    this.#add(markAsides(given.map(sealMessage), asides, this.#asides));
  }

  /** The live list of messages. It changes as the conversation continues; make a copy to keep it. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /**
   * Adds messages that belong together, then trims the history. A system or developer message replaces the one at index 0.
   * @throws ToolwrightError `INVALID_MESSAGE` with the location, for a call without its result or a result without its call
   */
  append(given: readonly Message[]): void {
    const messages = takeInAll(given);
    checkHistory(messages);
    this.#add(messages);
  }

  /** Adds a user message that belongs to the preceding step and is trimmed with it. */
  appendAside(message: UserMessage): void {
    const aside = sealMessage(message);
    this.#asides.add(aside);
    this.#add([aside]);
  }

  isAside(message: Message): boolean {
    return this.#asides.has(message);
  }

  /** Adds messages that have already been checked. */
  #add(messages: readonly Message[]): void {
    this.#changes += 1;
    for (const one of messages) {
      const message = sealMessage(one);
      if (isSystemMessage(message)) this.#pin(message);
      else this.#messages.push(message);
      this.#origin?.added.push(message);
    }
    this.#trim();
  }

  /** Returns how the history was cut since the last call of this method; undefined if it was not. */
  takeCut(): HistoryCut | undefined {
    const cut = this.#cut;
    this.#cut = undefined;
    return cut;
  }

  /**
   * For a fork: replaces its own images, files and audio that no model has answered with descriptions. A provider that refused
   * such media would refuse them again in every later request.
   */
  describeUnanswered(): void {
    const own = new Set(this.#origin?.added);
    const first = this.#messages.findLastIndex(({ role }) => role === 'assistant') + 1;
    for (const [index, message] of this.#messages.entries()) {
      const described = index < first || !own.has(message) ? message : sealMessage(withoutMedia(message));
      if (described === message) continue;
      if (this.isAside(message)) this.#asides.add(described);
      this.#messages[index] = described;
      if (this.#origin)
        this.#origin.added = this.#origin.added.map((one) => (one === message ? described : one));
    }
  }

  /** Drops the older half, without separating messages that belong together. Returns false if nothing can be dropped. */
  halve(): boolean {
    const before = this.#messages.length;
    this.#cutTo(Math.ceil(before / 2));
    return this.#messages.length < before;
  }

  /** Replaces all messages, for example with a summary. `added` does not change. @throws the same errors as `append` */
  replace(messages: readonly Message[]): void {
    checkHistory(messages);
    this.#changes += 1;
    this.#shortened = true;
    const kept = messages.map(sealMessage);
    // Changes the list in place, because callers hold a reference to it.
    this.#messages.length = 0;
    for (const message of kept) this.#messages.push(message);
    this.#trim();
  }

  observe(observation: Observation): void {
    this.#observations.push(observation);
  }

  /** Returns the matching observations, oldest first. A fork only returns its own. */
  observations(filter: ObservationFilter = {}): Observation[] {
    return filterObservations(this.#observations, filter);
  }

  /** The messages that were added to a fork, including those trimmed since then. */
  get added(): readonly Message[] {
    return this.#origin?.added ?? [];
  }

  /**
   * Creates a copy of this memory that changes independently until it is committed.
   * @param state the stored state of an earlier fork to continue
   */
  fork(state?: ForkState): Memory {
    const fork = new Memory({ maxHistory: this.maxHistory, observations: state?.history.observations });
    const { history, added = [], addedAsides } = state ?? {};
    fork.#asides = this.#asides;
    fork.#messages = history
      ? markAsides(takeInAll(history.messages).map(sealMessage), history.asides, this.#asides)
      : this.#messages.slice();
    // A resumed fork did not start from the messages of this memory.
    const changes = state === undefined ? this.#changes : Number.NaN;
    const own = markAsides(
      added.map(sealMessage),
      addedAsides ?? history?.asides?.filter(isText),
      this.#asides,
    );
    fork.#origin = { memory: this, resets: this.#resets, changes, added: own };
    // Takes over a cut that no run has reported yet, because the memory was created with too many messages.
    fork.#cut = this.takeCut();
    return fork;
  }

  /**
   * Adds everything that a fork received since it was created or last committed; its messages are added as one block. A fork that
   * was created before a reset adds nothing, because its conversation is over.
   * @throws ToolwrightError `USAGE` for a memory that was not forked from this one
   */
  commit(fork: Memory): void {
    if (fork.#origin?.memory !== this) {
      throw new ToolwrightError('USAGE', 'This memory is not a fork of the memory that it is committed to.', {
        blame: 'developer',
        hint: 'Commit a memory that `fork()` of the same memory returned.',
      });
    }
    const { resets, changes, added } = fork.#origin;
    const observed = fork.#observations;
    fork.#origin.added = [];
    fork.#observations = [];
    if (resets !== this.#resets) return;
    // A shortened history replaces its original, unless another run has added messages since.
    if (fork.#shortened && changes === this.#changes) this.replace(fork.#messages);
    else this.#add(added);
    for (const observation of observed) this.observe(observation);
  }

  /** Clears everything except the system message. */
  reset(): void {
    this.#messages = this.#messages.filter(isSystemMessage);
    this.#observations = [];
    this.#resets += 1;
    this.#changes += 1;
    if (this.#origin) this.#origin.added = [];
  }

  /** Returns a copy of the state as plain JSON. */
  toJSON(): MemoryState {
    const asides = this.#places(this.#messages);
    return {
      version: STATE_VERSION,
      ...(Number.isFinite(this.maxHistory) ? { maxHistory: this.maxHistory } : {}),
      messages: [...this.#messages],
      ...(asides.length > 0 && { asides }),
      observations: [...this.#observations],
    };
  }

  /**
   * Restores a memory from the result of `toJSON`, even from another process.
   * @throws ToolwrightError `INVALID_MESSAGE` with the reason, for any other value
   */
  static fromJSON(state: unknown): Memory {
    return new Memory({ maxHistory: Number.POSITIVE_INFINITY, ...readMemoryState(state) });
  }

  /** Returns this fork as JSON that {@link fork} accepts. */
  toForkState(): Required<ForkState> {
    return { history: this.toJSON(), added: [...this.added], addedAsides: this.#places(this.added) };
  }

  #places(messages: readonly Message[]): number[] {
    return messages.flatMap((message, index) => (this.isAside(message) ? [index] : []));
  }

  #trim(): void {
    const excess = this.#messages.length - this.maxHistory;
    if (excess <= 0) return;
    const step = cutSize(this.#messages, this.maxHistory);
    this.#cutTo(this.#messages.length - Math.ceil(excess / step) * step, cutBounds(excess, this.maxHistory));
  }

  #cutTo(limit: number, bounds?: CutBounds): void {
    const before = this.#messages.length;
    trimHistory(this.#messages, limit, (message) => this.isAside(message), bounds);
    const after = this.#messages.length;
    if (after === before) return;
    this.#shortened = true;
    this.#cut = { before: this.#cut?.before ?? before, after };
  }

  #pin(message: Message): void {
    if (isSystemMessage(this.#messages[0])) this.#messages[0] = message;
    else this.#messages.unshift(message);
  }
}
