import type { Blame, ErrorCode } from './error-codes.js';
import type { RunResult } from './events.js';

/** Options of `ToolwrightError` besides its message. */
export interface ToolwrightErrorOptions {
  readonly blame: Blame;
  /** What the reader should do, in one sentence. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** HTTP status of a provider's reply. */
  readonly status?: number | undefined;
  /** The provider's own id of the failed request, for its support. */
  readonly requestId?: string | undefined;
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

const BRAND = Symbol.for('toolwright.error');

/** The one error class of Toolwright. Recognise it with {@link isToolwrightError}: `instanceof` fails across two copies of a package. */
export class ToolwrightError extends Error {
  override readonly name = 'ToolwrightError';
  readonly code: ErrorCode;
  readonly blame: Blame;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** How long the provider asked to wait before another request, in milliseconds; absent if it did not. */
  declare readonly retryAfterMs?: number;
  /** Set on an error thrown by a run: the state that the run had reached, with its calls, messages and usage. */
  declare readonly result?: RunResult;

  constructor(code: ErrorCode, message: string, options: ToolwrightErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.blame = options.blame;
    this.hint = options.hint;
    this.status = options.status;
    this.requestId = options.requestId;
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** True for every `ToolwrightError`, including those of another copy of the package. */
export function isToolwrightError(value: unknown): value is ToolwrightError {
  try {
    return value instanceof Error && BRAND in value;
  } catch {
    // The value is a proxy whose traps throw.
    return false;
  }
}

/** The text of any thrown value: an error's message, a string, otherwise its JSON or its kind. Never throws. */
export function errorMessage(thrown: unknown): string {
  try {
    if (isError(thrown)) return textOf(thrown.message) || textOf(thrown.name) || 'Error';
    if (typeof thrown === 'string') return thrown;
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return kindOf(thrown);
  }
}

const HIDDEN = 'An error that cannot be shown';

/** The kind of a value that JSON cannot carry: a circular value, a BigInt, or one that throws when it is read. */
function kindOf(thrown: unknown): string {
  try {
    return isError(thrown) ? HIDDEN : Object.prototype.toString.call(thrown);
  } catch {
    return HIDDEN;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Whether a value is an error, including errors of another realm (a `vm` context, Jest), which are not instances of this `Error`. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}
