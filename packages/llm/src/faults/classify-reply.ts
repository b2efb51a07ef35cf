import { type Blame, type ErrorCode, isRecord, textStart } from '@toolwright/contract';
import { jsonStart } from '../reply/reply-fields.js';
import { findRetryDelay } from './find-retry-delay.js';

export interface ReplyVerdict {
  readonly code: ErrorCode;
  readonly blame: Blame;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  /** The provider's own message before redaction. Redact it before shortening. */
  readonly detail: string;
  /** The HTTP status, or the status of an error object inside a stream. */
  readonly status: number | undefined;
}

type Kind = Pick<ReplyVerdict, 'code' | 'blame' | 'hint' | 'retryable'>;

/** Classifies an error by its status and body. Providers use statuses inconsistently, so well-known phrases in the body refine them. */
export function classifyReply(status: number | undefined, body: unknown): ReplyVerdict {
  const { message, words, embeddedStatus } = readBody(body);
  const effective = status === undefined || status < 400 ? embeddedStatus : status;
  const kind =
    refine(effective, words, findRetryDelay(body) !== undefined) ?? fromStatus(effective) ?? fromWords(words);
  return { ...kind, detail: message, status: status ?? embeddedStatus };
}

const CONTEXT_TOO_LONG =
  /context[_ ]length|context window|maximum context|prompt is too long|too many (input )?tokens|exceed\w{0,5} (the )?(available )?context|exceeds the maximum number of tokens|reduce the length|request too large/i;
const CONTENT_FILTER = /content[_ ](filter|policy)|responsible ?ai|safety system/i;
const NO_QUOTA = /insufficient_quota|exceeded your current quota|billing/i;
/** Matches a message that names a delay. Otherwise, Google uses the same message for an exhausted quota and for a rate limit. */
const BACK_SOON = /retry in \d/i;
const INVALID_KEY = /api[ _]key (not valid|expired|not found)/i;

function refine(status: number | undefined, words: string, namesDelay: boolean): Kind | undefined {
  const isBack = namesDelay || BACK_SOON.test(words);
  if (status === 429) return NO_QUOTA.test(words) && !isBack ? KINDS.quota : KINDS.rateLimit;
  const refusal = status === undefined || status === 400 || status === 413 || status === 422;
  if (!refusal) return undefined;
  if (status === 413 || CONTEXT_TOO_LONG.test(words)) return KINDS.contextTooLong;
  if (CONTENT_FILTER.test(words)) return KINDS.contentFilter;
  if (INVALID_KEY.test(words)) return KINDS.authentication;
  return undefined;
}

function fromStatus(status: number | undefined): Kind | undefined {
  if (status === undefined) return undefined;
  if (status === 401 || status === 403) return KINDS.authentication;
  if (status === 404) return KINDS.notFound;
  if (status === 408) return KINDS.timeout;
  if (status === 424) return KINDS.dependency;
  if (status === 409 || status === 425 || status >= 500) return KINDS.failed;
  return KINDS.badRequest;
}

/** Classifies an error object inside a stream that was opened with status 200. */
function fromWords(words: string): Kind {
  if (/authentication|invalid_api_key|permission/i.test(words)) return KINDS.authentication;
  if (NO_QUOTA.test(words)) return KINDS.quota;
  if (/rate[_ ]limit|too many requests/i.test(words)) return KINDS.rateLimit;
  if (/invalid_request|bad_request|BadRequest/i.test(words)) return KINDS.badRequest;
  return KINDS.failed;
}

const KINDS = {
  /**
   * OpenAI's code for an MCP server that does not respond.
   * @see https://platform.openai.com/docs/guides/tools-connectors-mcp
   */
  dependency: {
    code: 'PROVIDER_FAILED',
    blame: 'provider',
    hint: 'A server that the provider called did not respond. Check its URL and token, and that the provider can reach it.',
    retryable: false,
  },
  authentication: {
    code: 'AUTHENTICATION',
    blame: 'developer',
    hint: 'Check the API key and its permissions.',
    retryable: false,
  },
  rateLimit: {
    code: 'RATE_LIMIT',
    blame: 'provider',
    hint: "Send fewer requests at once, or raise the account's rate limit.",
    retryable: true,
  },
  quota: {
    code: 'RATE_LIMIT',
    blame: 'provider',
    hint: "The account's quota is used up. Check its plan and billing.",
    retryable: false,
  },
  contextTooLong: {
    code: 'CONTEXT_TOO_LONG',
    blame: 'developer',
    hint: 'Send fewer or shorter messages, or use a model with a larger context window.',
    retryable: false,
  },
  contentFilter: {
    code: 'CONTENT_FILTER',
    blame: 'user',
    hint: 'Rephrase the request: the provider refused its content.',
    retryable: false,
  },
  notFound: {
    code: 'BAD_REQUEST',
    blame: 'developer',
    hint: 'Check the model name and the base URL (for most servers, it ends with /v1).',
    retryable: false,
  },
  badRequest: { code: 'BAD_REQUEST', blame: 'developer', hint: undefined, retryable: false },
  timeout: { code: 'PROVIDER_TIMEOUT', blame: 'provider', hint: undefined, retryable: true },
  failed: { code: 'PROVIDER_FAILED', blame: 'provider', hint: undefined, retryable: true },
} as const satisfies Record<string, Kind>;

interface BodyFacts {
  readonly message: string;
  /** The text from which the error is classified: message, `code` and `type`. */
  readonly words: string;
  readonly embeddedStatus: number | undefined;
}

function readBody(body: unknown): BodyFacts {
  // Google's OpenAI-compatible endpoint wraps errors in a list.
  const reply: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
  const inner = isRecord(reply) && 'error' in reply ? reply.error : reply;
  if (!isRecord(inner)) {
    const message = typeof inner === 'string' && inner.trim() ? inner : 'no reason given';
    return { message, words: textStart(message, MAX_WORDS), embeddedStatus: undefined };
  }
  const { code, type, status } = inner;
  // FastAPI and some other Python servers use `detail`.
  const said = [inner.message, inner.detail].find((text) => typeof text === 'string' && text !== '');
  const message = typeof said === 'string' ? said : jsonStart(inner, MAX_MESSAGE);
  const named = [code, status].filter(isPlain);
  const embeddedStatus = named.map(Number).find((value) => value >= 400 && value < 600);
  return {
    message,
    words: [textStart(message, MAX_WORDS), ...[code, type].filter(isPlain)].join(' '),
    embeddedStatus,
  };
}

/** Maximum lengths in characters: enough for any error message. HTML pages can be longer. */
const MAX_MESSAGE = 10_000;
const MAX_WORDS = 10_000;

/** Whether a value can safely be converted to a string. A JSON object can contain a `toString` that is not a function. */
function isPlain(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value.length < 200);
}
