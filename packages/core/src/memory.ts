import { type Message, ToolwrightError, type UserMessage } from '@toolwright/contract';
import { AGENT_DEFAULTS } from './agent-defaults.js';
import { type MemoryState, readMemoryState, STATE_VERSION } from './memory-state.js';
import { filterObservations, type Observation, type ObservationFilter } from './observation.js';
import { isSystemMessage, trimHistory } from './trim-history.js';

export interface MemoryOptions {
  /** The conversation so far. A system or developer message moves to index 0; of several, the last one counts. */
  readonly messages?: readonly Message[] | undefined;
  readonly observations?: readonly Observation[] | undefined;
  /** Texts of messages of the user that are no questions, but belong to the step before them; see `afterTools`. */
  readonly asides?: readonly string[] | undefined;
  /** How many messages are kept, the system message among them. Default: 100. */
  readonly maxHistory?: number | undefined;
}

/** A fork as plain JSON: all that it holds, and which of it is its own. */
export interface ForkState {
  readonly history: MemoryState;
  readonly added: readonly Message[];
}

interface Origin {
  readonly memory: Memory;
  readonly resets: number;
  /** How many changes that memory had seen. */
  readonly changes: number;
  added: Message[];
}

/** What an agent remembers: a short history of messages, which goes to the model, and a long list of observations, which does not. */
export class Memory {
  readonly maxHistory: number;
  #messages: Message[] = [];
  #observations: Observation[] = [];
  /** Texts of messages that are no questions. */
  #asides = new Set<string>();
  /** Of a fork: where it comes from, which of its resets, and the messages that are new since then. */
  #origin: Origin | undefined;
  #resets = 0;
  /** Counts changes of the messages. */
  #changes = 0;
  /** Of a fork: some messages have been replaced by fewer. */
  #compacted = false;

  constructor({
    messages = [],
    observations = [],
    asides = [],
    maxHistory = AGENT_DEFAULTS.maxHistory,
  }: MemoryOptions = {}) {
    if (typeof maxHistory !== 'number' || Number.isNaN(maxHistory) || maxHistory < 1) {
      throw new ToolwrightError('INVALID_CONFIG', `'maxHistory' is ${String(maxHistory)}.`, {
        blame: 'developer',
        hint: 'Give a number of messages, at least 1, or Infinity.',
      });
    }
    this.maxHistory = maxHistory;
    this.#observations = [...observations];
    this.#asides = new Set(asides);
    this.append(messages);
  }

  /** The live list: it changes as the conversation goes on, so copy what you keep. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** Adds messages that belong together, then trims. A system or developer message replaces the one at index 0. */
  append(messages: readonly Message[]): void {
    this.#changes += 1;
    for (const message of messages) {
      if (isSystemMessage(message)) this.#pin(message);
      else this.#messages.push(message);
      this.#origin?.added.push(message);
    }
    this.#trim();
  }

  /** Adds a message of the user that is no question, but belongs to the step before it: it goes when that goes. */
  appendAside(message: UserMessage): void {
    if (typeof message.content === 'string') this.#asides.add(message.content);
    this.append([message]);
  }

  isAside({ role, content }: Message): boolean {
    return role === 'user' && typeof content === 'string' && this.#asides.has(content);
  }

  /** Puts other messages in the place of all that are there, such as fewer that say the same. What a fork has added stays known. */
  replace(messages: readonly Message[]): void {
    this.#changes += 1;
    this.#compacted = true;
    this.#messages = [...messages];
    this.#trim();
  }

  observe(observation: Observation): void {
    this.#observations.push(observation);
  }

  /** Observations that match, oldest first; those of a fork are only its own. */
  observations(filter: ObservationFilter = {}): Observation[] {
    return filterObservations(this.#observations, filter);
  }

  /** The messages that a fork has on top of what it was forked from, also those that it has trimmed since. */
  get added(): readonly Message[] {
    return this.#origin?.added ?? [];
  }

  /**
   * A memory that begins with these messages and goes its own way, until it is committed.
   * @param state what another fork was, so that this one goes on from there
   */
  fork(state?: ForkState): Memory {
    const fork = new Memory({ maxHistory: this.maxHistory, observations: state?.history.observations });
    fork.#asides = new Set([...this.#asides, ...(state?.history.asides ?? [])]);
    fork.#messages = (state?.history.messages ?? this.#messages).slice();
    // What was resumed did not begin with the messages of this memory.
    const changes = state === undefined ? this.#changes : Number.NaN;
    fork.#origin = { memory: this, resets: this.#resets, changes, added: [...(state?.added ?? [])] };
    return fork;
  }

  /**
   * Takes over what a fork has added since it was made or committed last, messages as one block. A fork from before
   * a reset adds nothing: that conversation is over.
   * @throws ToolwrightError `USAGE` for a memory that is no fork of this one
   */
  commit(fork: Memory): void {
    if (fork.#origin?.memory !== this) {
      throw new ToolwrightError('USAGE', 'This memory is not a fork of the one it is committed to.', {
        blame: 'developer',
        hint: 'Commit what the same memory gave as `fork()`.',
      });
    }
    const { resets, changes, added } = fork.#origin;
    const observed = fork.#observations;
    fork.#origin.added = [];
    fork.#observations = [];
    if (resets !== this.#resets) return;
    for (const aside of fork.#asides) this.#asides.add(aside);
    // A compacted history takes the place of what it was made from, unless another run has added to that.
    if (fork.#compacted && changes === this.#changes) this.replace(fork.#messages);
    else this.append(added);
    for (const observation of observed) this.observe(observation);
  }

  /** Forgets everything but the system message. */
  reset(): void {
    this.#messages = this.#messages.filter(isSystemMessage);
    this.#observations = [];
    this.#asides.clear();
    this.#resets += 1;
    this.#changes += 1;
    if (this.#origin) this.#origin.added = [];
  }

  /** A copy of the state, as plain JSON. */
  toJSON(): MemoryState {
    return {
      version: STATE_VERSION,
      ...(Number.isFinite(this.maxHistory) ? { maxHistory: this.maxHistory } : {}),
      messages: [...this.#messages],
      ...(this.#asides.size > 0 && { asides: [...this.#asides] }),
      observations: [...this.#observations],
    };
  }

  /**
   * The memory that was written by `toJSON`, perhaps by another process.
   * @throws ToolwrightError `INVALID_MESSAGE` for anything else, saying where it differs
   */
  static fromJSON(state: unknown): Memory {
    return new Memory({ maxHistory: Number.POSITIVE_INFINITY, ...readMemoryState(state) });
  }

  #trim(): void {
    if (this.#messages.length > this.maxHistory) {
      trimHistory(this.#messages, this.maxHistory, (message) => this.isAside(message));
    }
    // A fork needs to know them all until it is committed.
    if (this.#origin !== undefined || this.#asides.size <= this.#messages.length) return;
    const left = new Set(this.#messages.map(({ content }) => content));
    for (const aside of this.#asides) if (!left.has(aside)) this.#asides.delete(aside);
  }

  #pin(message: Message): void {
    if (isSystemMessage(this.#messages[0])) this.#messages[0] = message;
    else this.#messages.unshift(message);
  }
}
