import type { AgentEvent } from '@toolwright/contract';

/** Translates the events of a run for a user interface. */
export interface UIEncoder {
  /** Response headers of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  /** The data of the last frame, if the protocol has one. */
  readonly last?: string;
  encode(event: AgentEvent): readonly object[];
  /** Replaces what was sent of the output before. */
  encodeOutput(output: ShownOutput): object;
  /** The run has thrown an error instead of ending. */
  fail(error: unknown): readonly object[];
}

/** An attempt at the output as a user interface gets it. Only one that is `streaming` has a value, which is partial. */
export interface ShownOutput {
  readonly attempt: number;
  readonly state: 'streaming' | 'refused' | 'accepted';
  readonly value?: unknown;
}

/** Options of `toUIStream`. */
export interface UIStreamOptions {
  /** Decides what is shown of an event: the event, another one, or nothing. Default: the event. */
  readonly show?: ((event: AgentEvent) => AgentEvent | undefined) | undefined;
  /**
   * Sends the output also while it is written: returns what is shown of a partial output, undefined for nothing. Such a value may be
   * refused later, and `show` does not see it. Default: only the accepted output is sent.
   */
  readonly showPartialOutput?: ((value: unknown) => unknown) | undefined;
  /**
   * The text that is shown for an error of a tool or of the run. Default: a sentence without details, which may hold secrets.
   * @param message of the error
   */
  readonly showError?: ((message: string) => string) | undefined;
  /**
   * The id of the run in the protocol. Default: a new one. In `ai-sdk` it is the id of the message; a resumed run goes on with the page's
   * last message by default.
   */
  readonly runId?: string | undefined;
  /** The id of the conversation in AG-UI. Default: the id of the run. */
  readonly threadId?: string | undefined;
}

/** The parts of a message that grow. */
export type PartKind = 'text' | 'reasoning';

/** Follows which part of the message is open. Each has an id of its own. */
export class OpenPart {
  readonly #runId: string;
  readonly #begin: (kind: PartKind, id: string) => readonly object[];
  readonly #end: (kind: PartKind, id: string) => readonly object[];
  #open: { readonly kind: PartKind; readonly id: string } | undefined;
  #count = 0;

  constructor(
    runId: string,
    begin: (kind: PartKind, id: string) => readonly object[],
    end: (kind: PartKind, id: string) => readonly object[],
  ) {
    this.#runId = runId;
    this.#begin = begin;
    this.#end = end;
  }

  /** Adds to a part of this kind. Another one that is open ends. */
  add(kind: PartKind, toEvent: (id: string) => object): readonly object[] {
    const known = this.#open?.kind === kind ? this.#open : undefined;
    const events = known === undefined ? [...this.close()] : [];
    const part = known ?? { kind, id: this.newId() };
    this.#open = part;
    if (known === undefined) events.push(...this.#begin(kind, part.id));
    return [...events, toEvent(part.id)];
  }

  close(): readonly object[] {
    const open = this.#open;
    this.#open = undefined;
    return open === undefined ? [] : this.#end(open.kind, open.id);
  }

  newId(): string {
    this.#count += 1;
    return `${this.#runId}:${this.#count}`;
  }
}

/** What is shown for errors by default. */
export const MASKED = { tool: 'The tool failed.', run: 'The run failed.' } as const;

/** A value of a tool or a program as JSON can carry it: a frame without it, or none at all, would break the page's reader. */
export function shownValue(value: unknown): unknown {
  try {
    return JSON.stringify(value) === undefined ? null : value;
  } catch {
    // A bigint, a value that contains itself, or one that throws.
    return NOT_JSON;
  }
}

const NOT_JSON = '(not JSON)';
