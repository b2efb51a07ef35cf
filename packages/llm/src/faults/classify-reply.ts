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

/** Classifies an error by its status and body. Providers use both inconsistently, so well-known words in the body refine the status. */
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
/** Matches a message with a delay. Google's messages for an exhausted quota and a rate limit are otherwise equal. */
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
   * OpenAI's code for an MCP server that does not answer.
   * @see https://platform.openai.com/docs/guides/tools-connectors-mcp
   */
  dependency: {
    code: 'PROVIDER_FAILED',
    blame: 'provider',
    hint: 'The provider received no answer from a server that it called. Check its address, its token, and that the provider can reach it.',
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
    hint: 'Send fewer requests at once, or raise the limit of the account.',
    retryable: true,
  },
  quota: {
    code: 'RATE_LIMIT',
    blame: 'provider',
    hint: 'The quota of the account is used up. Check its plan and billing.',
    retryable: false,
  },
  contextTooLong: {
    code: 'CONTEXT_TOO_LONG',
    blame: 'developer',
    hint: 'Keep fewer or shorter messages, or use a model with a larger context window.',
    retryable: false,
  },
  contentFilter: {
    code: 'CONTENT_FILTER',
    blame: 'user',
    hint: 'Rephrase the request: the provider refuses its content.',
    retryable: false,
  },
  notFound: {
    code: 'BAD_REQUEST',
    blame: 'developer',
    hint: 'Check the name of the model and the base URL (for most servers it ends with /v1).',
    retryable: false,
  },
  badRequest: { code: 'BAD_REQUEST', blame: 'developer', hint: undefined, retryable: false },
  timeout: { code: 'PROVIDER_TIMEOUT', blame: 'provider', hint: undefined, retryable: true },
  failed: { code: 'PROVIDER_FAILED', blame: 'provider', hint: undefined, retryable: true },
} as const satisfies Record<string, Kind>;

interface BodyFacts {
  readonly message: string;
  /** The text that shows the type of error: message, `code` and `type`. */
  readonly words: string;
  readonly embeddedStatus: number | undefined;
}

function readBody(body: unknown): BodyFacts {
  // Google's endpoint for OpenAI's protocol wraps errors in a list.
  const reply: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
  const inner = isRecord(reply) && 'error' in reply ? reply.error : reply;
  if (!isRecord(inner)) {
    const message = typeof inner === 'string' && inner.trim() ? inner : 'it gave no reason';
    return { message, words: textStart(message, MAX_WORDS), embeddedStatus: undefined };
  }
  const { code, type, status } = inner;
  // FastAPI uses `detail`, and so do some servers in Python.
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

/** Enough for any error message. HTML pages can be longer. */
const MAX_MESSAGE = 10_000;
const MAX_WORDS = 10_000;

/** Whether a value can be converted to a string: a JSON object can contain a `toString` that is not a function. */
function isPlain(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value.length < 200);
}
