import type { AgentEvent } from '@toolwright/contract';

/** Translates the events of a run for a user interface. */
export interface UIEncoder {
  /** The response headers of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  /** The data of the final frame, if the protocol has one. */
  readonly last?: string;
  encode(event: AgentEvent): readonly object[];
  /** Encodes an output that replaces the previous one. */
  encodeOutput(output: ShownOutput): object;
  /** Called if the run throws. */
  fail(error: unknown): readonly object[];
}

/** An attempt at the output, as shown in a user interface. Only a `streaming` attempt has a value, which is partial. */
export interface ShownOutput {
  readonly attempt: number;
  readonly state: 'streaming' | 'refused' | 'accepted';
  readonly value?: unknown;
}

/** Options of `toUIStream`. */
export interface UIStreamOptions {
  /** Decides how an event is shown: returns the event, a replacement, or nothing. Default: the event. */
  readonly show?: ((event: AgentEvent) => AgentEvent | undefined) | undefined;
  /**
   * Returns the value to show for a partial output, or undefined to show nothing. A partial output may be refused later. `show` does
   * not see it. Default: only the accepted output is sent.
   */
  readonly showPartialOutput?: ((value: unknown) => unknown) | undefined;
  /**
   * Returns the text to show for an error of a tool or the run. Default: a generic sentence, because details may contain secrets.
   * @param message the message of the error
   */
  readonly showError?: ((message: string) => string) | undefined;
  /**
   * The id of the run in the protocol. Default: a new id. In `ai-sdk`, it is the message id; by default, a resumed run continues the
   * last message of the page.
   */
  readonly runId?: string | undefined;
  /** The conversation id in AG-UI. Default: the run id. */
  readonly threadId?: string | undefined;
}

/** The parts of a message that grow while it is written. */
export type PartKind = 'text' | 'reasoning';

/** Tracks which part of the message is open. Each part has its own id. */
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

  /** Adds text to a part of this kind, and closes an open part of another kind. */
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

/** The default error texts. */
export const MASKED = { tool: 'The tool failed.', run: 'The run failed.' } as const;

/** Returns a value that JSON can represent. A missing or invalid frame would break the page's reader. */
export function shownValue(value: unknown): unknown {
  try {
    return JSON.stringify(value) === undefined ? null : value;
  } catch {
    // The value is a bigint, is circular, or throws.
    return NOT_JSON;
  }
}

const NOT_JSON = '(not JSON)';
