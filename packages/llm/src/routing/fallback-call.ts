import {
  errorMessage,
  formatCount,
  formatDuration,
  isToolwrightError,
  type LLMProvider,
  type LLMRequest,
  ToolwrightError,
} from '@toolwright/contract';
import type { Circuit } from './circuit.js';

export interface Member {
  readonly client: LLMProvider;
  readonly name: string;
  readonly circuit: Circuit;
}

/** The state of one request, which is sent to one client after another. */
export class FallbackCall {
  readonly #request: LLMRequest;
  readonly #fallsBack: (error: ToolwrightError) => boolean;
  readonly #rest: Member[];
  readonly #faults: { readonly name: string; readonly error: ToolwrightError }[] = [];
  readonly #resting: Member[] = [];
  /** The client that failed or was skipped last, until another client is asked. */
  #left: { readonly from: string; readonly reason: string } | undefined;
  #thrown: unknown;

  constructor(
    members: readonly Member[],
    request: LLMRequest,
    fallsBack: (error: ToolwrightError) => boolean,
  ) {
    this.#rest = [...members];
    this.#request = request;
    this.#fallsBack = fallsBack;
  }

  /** Returns the client to ask next. If no client is left, throws an error with the failures of all clients. */
  next(): Member {
    const member = this.#take();
    if (this.#left !== undefined && this.#left.from !== member.name) {
      const { from, reason } = this.#left;
      this.#request.options.onEvent?.({ type: 'fallback', from, to: member.name, reason });
    }
    this.#left = undefined;
    return member;
  }

  /** Handles a client's error. Throws if the request must not be sent to the next client. */
  fail({ name, circuit }: Member, thrown: unknown): void {
    const { signal } = this.#request.options;
    const error = toTyped(thrown, name);
    if (signal?.aborted || error.code === 'ABORTED') throw thrown;
    noteFault(circuit, error);
    this.#faults.push({ name, error });
    this.#thrown = thrown;
    if (!decide(this.#fallsBack, error)) throw this.#failure();
    this.#left = { from: name, reason: error.message };
  }

  #take(): Member {
    for (let member = this.#rest.shift(); member !== undefined; member = this.#rest.shift()) {
      if (member.circuit.enter()) return member;
      this.#resting.push(member);
      this.#left ??= { from: member.name, reason: describeRest(member.circuit) };
    }
    if (this.#faults.length > 0) throw this.#failure();
    // If all clients are skipped, the client whose cooldown ends first is asked anyway.
    return this.#resting.reduce((best, one) => (one.circuit.waitMs < best.circuit.waitMs ? one : best));
  }

  /** Returns the only error, or an error that quotes all errors. */
  #failure(): unknown {
    const last = this.#faults.at(-1)?.error;
    if (last === undefined || this.#faults.length === 1) return this.#thrown;
    const { code, blame, hint, status, requestId, retryAfterMs } = last;
    const all = this.#faults.map(({ name, error }) => `${name}: ${error.message}`).join(' ');
    const cause = new AggregateError(this.#faults.map(({ error }) => error));
    const options = { blame, hint, status, requestId, retryAfterMs, cause };
    return new ToolwrightError(code, `No model answered. ${all}`, options);
  }
}

/** Counts an error as a failure of the client, unless the request caused it. */
export function noteFault(circuit: Circuit, { blame, code, retryAfterMs }: ToolwrightError): void {
  if (blame === 'provider' || code === 'AUTHENTICATION') circuit.fail(retryAfterMs);
}

/** Converts a thrown value to a typed error, because custom clients may throw anything. */
export function toTyped(thrown: unknown, name: string): ToolwrightError {
  if (isToolwrightError(thrown)) return thrown;
  return new ToolwrightError(
    'PROVIDER_FAILED',
    `The client ${name} threw an error: ${errorMessage(thrown)}`,
    {
      blame: 'provider',
      cause: thrown,
    },
  );
}

function decide(fallsBack: (error: ToolwrightError) => boolean, error: ToolwrightError): boolean {
  try {
    const decided: unknown = fallsBack(error);
    if (typeof decided === 'boolean') return decided;
    // Otherwise, an unhandled rejection would end the process.
    if (decided instanceof Promise) decided.catch(() => {});
    throw new TypeError(`it returned a value of type ${typeof decided}`);
  } catch (thrown) {
    throw new ToolwrightError('CALLBACK_FAILED', `'on' failed: ${errorMessage(thrown)}`, {
      blame: 'developer',
      hint: 'Correct the function so that it returns true or false.',
      cause: thrown,
    });
  }
}

function describeRest({ failures, waitMs }: Circuit): string {
  return `It failed ${formatCount(failures, 'time')} in a row. It will be skipped for another ${formatDuration(waitMs)}.`;
}
