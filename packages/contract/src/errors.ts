import type { Blame, ErrorCode } from './error-codes.js';
import type { RunResult } from './events.js';

/** The options of a `ToolwrightError`. */
export interface ToolwrightErrorOptions {
  readonly blame: Blame;
  /** What the reader should do, in one sentence. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** The HTTP status of the provider's response. */
  readonly status?: number | undefined;
  /** The provider's id of the failed request, for its support. */
  readonly requestId?: string | undefined;
  /** How long the provider asked the client to wait before a retry, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

const BRAND = Symbol.for('toolwright.error');

/** Toolwright's only error class. Test for it with {@link isToolwrightError}, because `instanceof` fails across copies of a package. */
export class ToolwrightError extends Error {
  override readonly name = 'ToolwrightError';
  readonly code: ErrorCode;
  readonly blame: Blame;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** How long the provider asked the client to wait before a retry, in milliseconds, if it did. */
  declare readonly retryAfterMs?: number;
  /** Set on errors thrown by a run: its result so far, with its calls, messages and usage. */
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

/** Whether a value is a `ToolwrightError`, including one from another copy of the package. */
export function isToolwrightError(value: unknown): value is ToolwrightError {
  try {
    return value instanceof Error && BRAND in value;
  } catch {
    // The value is a proxy whose traps throw.
    return false;
  }
}

/** Returns the text of a thrown value: an error's message, a string, otherwise its JSON or its type. Never throws. */
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

/** Returns the type of a value that JSON cannot represent: a circular value, a bigint, or a value whose members throw. */
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

/** Whether a value is an error. Errors from another realm (a `vm` context, Jest) are not instances of this `Error`. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}
