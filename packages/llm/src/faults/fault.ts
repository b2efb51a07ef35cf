import { errorMessage, isToolwrightError, shortenLine, ToolwrightError } from '@toolwright/contract';
import { classifyReply } from './classify-reply.js';
import { findRetryDelay } from './find-retry-delay.js';
import { isErrorLike, type Redactor, redactError } from './redact.js';
import { parseRetryAfter } from './retry-after.js';

/** A failed attempt: the error to report, and whether to retry. */
export interface Fault {
  readonly error: ToolwrightError;
  readonly retryable: boolean;
  /** The delay that the provider requested, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** An error response from a provider: an HTTP status, or an error object inside a reply or a stream. */
export class ErrorReply extends Error {
  constructor(
    readonly status: number | undefined,
    /** The parsed body, or its `error` member. */
    readonly body: unknown,
    readonly headers?: Pick<Headers, 'get'> | undefined,
  ) {
    super('The provider replied with an error.');
  }
}

export interface FaultContext {
  /** The provider's name in messages, e.g. `openai`. */
  readonly provider: string;
  readonly redact: Redactor;
  /** Returns milliseconds since 1970, for dates in `Retry-After`. */
  readonly wallClock?: (() => number) | undefined;
}

/** Converts a thrown value, including its causes, to a typed error without API keys. */
export function toFault(thrown: unknown, context: FaultContext): Fault {
  if (isToolwrightError(thrown)) {
    // What the user must correct fails again.
    const retryable = RETRYABLE_CODES.has(thrown.code) && thrown.blame !== 'user';
    return { error: redacted(thrown, context.redact), retryable };
  }
  if (thrown instanceof ErrorReply) return replyFault(thrown, context);
  const timeout = /timed? ?out/i.test(describeConnectionError(thrown));
  return {
    retryable: true,
    error: new ToolwrightError(
      timeout ? 'PROVIDER_TIMEOUT' : 'NETWORK',
      `The request to ${context.provider} failed: ${context.redact(describeConnectionError(thrown))}`,
      {
        blame: 'provider',
        hint: "Check the network, the server's URL, and whether the server is running.",
        cause: redactError(thrown, context.redact),
      },
    ),
  };
}

const RETRYABLE_CODES: ReadonlySet<string> = new Set(['NETWORK', 'STREAM_CUT', 'PROVIDER_TIMEOUT']);

/** Redacts the library's own errors: a reply that they quote may contain a key, and their causes may be SDK errors. */
function redacted(error: ToolwrightError, redact: Redactor): ToolwrightError {
  const message = redact(error.message);
  const { code, blame, hint, status, requestId, retryAfterMs, cause } = error;
  if (message === error.message && cause === undefined) return error;
  return new ToolwrightError(code, message, {
    blame,
    hint,
    status,
    requestId,
    retryAfterMs,
    cause: redactError(cause, redact),
  });
}

function replyFault(reply: ErrorReply, context: FaultContext): Fault {
  const { code, blame, hint, retryable, detail, status } = classifyReply(reply.status, reply.body);
  const shown = status === undefined ? '' : ` (status ${status})`;
  const requestId = reply.headers?.get('x-request-id') ?? reply.headers?.get('request-id');
  const retryAfterMs =
    findRetryDelay(reply.body) ?? (reply.headers && parseRetryAfter(reply.headers, context.wallClock?.()));
  const error = new ToolwrightError(
    code,
    `${context.provider} refused the request${shown}: ${shortenLine(context.redact(detail), MAX_DETAIL)}`,
    {
      blame,
      hint,
      status,
      requestId: requestId ? context.redact(requestId) : undefined,
      retryAfterMs,
    },
  );
  return {
    error,
    retryable: retryable && reply.headers?.get('x-should-retry') !== 'false',
    retryAfterMs,
  };
}

/** Joins the messages of all causes, because `fetch failed` alone explains nothing. */
function describeConnectionError(thrown: unknown): string {
  const parts: string[] = [];
  for (let error = thrown; error !== undefined && error !== null && parts.length < 4; ) {
    const text = isErrorLike(error) ? describeOne(error) : errorMessage(error);
    if (text !== '' && !parts.some((part) => part.includes(text))) parts.push(text);
    error = isErrorLike(error) ? error.cause : undefined;
  }
  return parts.map((part) => part.replace(/\.$/, '')).join(': ');
}

function describeOne({ message, name, code }: { message: string; name: string; code?: unknown }): string {
  const text = message || name;
  return typeof code === 'string' && !text.includes(code) ? `${text} (${code})` : text;
}

/** The maximum length of a detail, in characters. A proxy's error page can be long. */
const MAX_DETAIL = 500;
