import {
  IssuerMismatchError,
  OAuthClientFlowError,
  OAuthError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnauthorizedError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client';
import {
  errorMessage,
  formatDuration,
  isRecord,
  isToolwrightError,
  shortenText,
  ToolwrightError,
} from '@toolwright/contract';
import { inSentence } from '../wire/transport.js';
import type { McpRevision } from './connect-options.js';

/** The operation that failed, for errors. */
export interface Attempt {
  /** For example `The MCP server 'files'`. */
  readonly server: string;
  /** For example `while connecting`. */
  readonly doing: string;
  readonly timeoutMs: number;
  /** The revision that was requested while connecting. */
  readonly revision?: McpRevision | undefined;
}

/** Converts an error from the SDK, the network or the operating system to a typed error. */
export function toFailure(thrown: unknown, attempt: Attempt): ToolwrightError {
  const { server, doing } = attempt;
  const own = [thrown, causeOf(thrown), causeOf(causeOf(thrown))].find(isToolwrightError);
  if (own !== undefined) return own;
  const cause = thrown;
  if (refusesRevision(thrown)) return otherRevision(thrown, attempt);
  if (thrown instanceof ResourceNotFoundError) {
    return new ToolwrightError('UNKNOWN_RESOURCE', thrown.message, { blame: 'model', cause });
  }
  if (thrown instanceof ProtocolError) {
    const isInvalid = thrown.code === ProtocolErrorCode.InvalidParams;
    const [code, blame] = isInvalid
      ? (['INVALID_ARGUMENTS', 'model'] as const)
      : (['TOOL_FAILED', 'tool'] as const);
    return new ToolwrightError(code, withData(thrown), { blame, cause });
  }
  if (isSdkError(thrown, [SdkErrorCode.MethodNotSupportedByProtocolVersion])) {
    return new ToolwrightError('UNSUPPORTED', errorMessage(thrown), { blame: 'developer', cause });
  }
  if (isSdkError(thrown, [SdkErrorCode.RequestTimeout])) return toTimeout(cause, attempt);
  if (isSdkError(thrown, [SdkErrorCode.ConnectionClosed])) return lost(server, doing, cause);
  if (thrown instanceof OAuthClientFlowError || thrown instanceof OAuthError) {
    const message = `${server} refused the authorization of this client ${doing}: ${errorMessage(thrown)}`;
    const isIssuer = thrown instanceof IssuerMismatchError;
    const hint = isIssuer ? 'If you trust this issuer, set `anyIssuer`.' : 'Check `oauth` or `authProvider`.';
    return new ToolwrightError('AUTHENTICATION', message, { blame: 'provider', hint, cause });
  }
  const status = statusOf(thrown);
  if (thrown instanceof UnauthorizedError || status === 401 || status === 403) {
    const message = `${server} refused the authorization of this client ${doing}: ${errorMessage(thrown)}`;
    return new ToolwrightError('AUTHENTICATION', message, {
      blame: 'developer',
      hint: 'Check `token`, `headers`, `oauth` or `authProvider`.',
      cause,
      status,
    });
  }
  if (isZodError(thrown) || isSdkError(thrown, BROKEN)) {
    const message = `${server} sent a message that violates the protocol ${doing}: ${errorMessage(thrown)}`;
    return new ToolwrightError('INVALID_RESPONSE', message, { blame: 'provider', cause });
  }
  const message = `${server} cannot be reached ${doing}: ${reasonOf(thrown)}`;
  return new ToolwrightError('NETWORK', message, { blame: 'provider', cause, status });
}

/** Returns the message of an error, followed by the data that the server sent with the error. */
function withData({ message, data }: ProtocolError): string {
  if (data === undefined || data === null) return message;
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return message.includes(text) ? message : `${message} ${shortenText(text, MAX_DATA)}`;
}

const MAX_DATA = 2_000;

/** Creates the error for incompatible revisions. Its message contains the revisions of both sides, if the server sent its own. */
function otherRevision(thrown: unknown, { server, revision }: Attempt): ToolwrightError {
  const theirs = revisionsOf(thrown);
  const said =
    theirs.length > 0
      ? `supports ${theirs.join(', ')}`
      : `does not name its revisions (${shortenText(errorMessage(thrown), 300)})`;
  const older = SUPPORTED_PROTOCOL_VERSIONS.filter((one) => one < CURRENT);
  const ours = revision === CURRENT ? [CURRENT] : [...(revision === undefined ? [CURRENT] : []), ...older];
  const message = `Client and server have no protocol revision in common: ${inSentence(server)} ${said}, and this client supports ${ours.join(', ')}.`;
  const canAgree =
    revision !== undefined &&
    (theirs.length === 0 || theirs.some((one) => one === CURRENT || older.includes(one)));
  const hint = canAgree
    ? 'Omit `revision`, so that both sides agree on one.'
    : 'Use a version of the server that supports one of these.';
  return new ToolwrightError('UNSUPPORTED', message, { blame: 'provider', hint, cause: thrown });
}

const CURRENT: McpRevision = '2026-07-28';

/** Finds the revisions that a refusal names. Looks in the data of the error, in the response body and in the message. */
function revisionsOf(thrown: unknown): string[] {
  const data: unknown = thrown instanceof ProtocolError ? thrown.data : undefined;
  const [, sentence] = UNKNOWN_ANSWER.exec(errorMessage(thrown)) ?? [];
  if (sentence !== undefined) return [sentence];
  let supported: unknown = Object(data).supported;
  if (thrown instanceof SdkHttpError) {
    try {
      supported = Object(JSON.parse(String(thrown.data.text))).error?.data?.supported;
    } catch {
      // The response is not JSON.
    }
  }
  const names = Array.isArray(supported) ? supported : [];
  return names
    .filter((name) => typeof name === 'string')
    .map((name) => shortenText(name, 40))
    .slice(0, 20);
}

/** Matches the SDK's error for a response to `initialize` with a revision that the SDK does not support. */
const UNKNOWN_ANSWER = /^Server's protocol version is not supported: (.{1,40})/;

export function toTimeout(cause: unknown, { server, doing, timeoutMs }: Attempt): ToolwrightError {
  const message = `${server} did not answer within ${formatDuration(timeoutMs)} ${doing}.`;
  return new ToolwrightError('TOOL_TIMEOUT', message, { blame: 'tool', cause });
}

/** Creates the error for a server that exited or a connection that was closed. */
export function lost(server: string, doing: string, cause?: unknown, stderr = ''): ToolwrightError {
  const output = stderr.trim() === '' ? '' : ` It printed: ${stderr.trim()}`;
  return new ToolwrightError('NETWORK', `${server} closed the connection ${doing}.${output}`, {
    blame: 'provider',
    cause,
  });
}

/** Whether the server refused a request because of an unknown session or revision. In that case, the request had no effect. */
export function isUnknownSession(thrown: unknown): boolean {
  return statusOf(thrown) === 404 || refusesRevision(thrown);
}

/**
 * Whether the server did not reveal which revisions it supports: its response was empty, a page or a server error, or it closed the
 * connection.
 */
export function isNoAnswer(thrown: unknown): boolean {
  const inner = causeOf(thrown);
  if (!endedWhenAsked(inner) || refusesRevision(inner)) return false;
  if (inner instanceof SdkHttpError) return inner.status >= 500;
  const codes = [causeOf(inner), causeOf(causeOf(inner))].map((cause) =>
    String(Reflect.get(Object(cause), 'code')),
  );
  return !codes.some((code) => NOT_REACHED.test(code)) && !isToolwrightError(causeOf(inner));
}

/** Error codes that show that the server did not receive the question. */
const NOT_REACHED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|.*CERT.*|ERR_SSL.*|ERR_TLS.*)$/;

/** Whether a process exited when it was asked which revisions it supports, as some older servers do. */
export function endedWhenAsked(thrown: unknown): boolean {
  return isSdkError(thrown, [SdkErrorCode.EraNegotiationFailed]);
}

/** Whether the provider has redirected the person to an authorization page. */
export function isUnauthorized(thrown: unknown): boolean {
  return thrown instanceof UnauthorizedError;
}

/** Whether the server refused the revision. Before both sides have agreed on a revision, the refusal arrives in a response body. */
function refusesRevision(thrown: unknown): boolean {
  if (thrown instanceof UnsupportedProtocolVersionError) return true;
  if (UNKNOWN_ANSWER.test(errorMessage(thrown))) return true;
  if (thrown instanceof ProtocolError) return isRecord(thrown.data) && Array.isArray(thrown.data.supported);
  if (thrown instanceof SdkHttpError) return REFUSAL.test(String(thrown.data.text).slice(0, MAX_REFUSAL));
  return endedWhenAsked(thrown) && causeOf(thrown) === undefined;
}

/** Matches the code of the error `UnsupportedProtocolVersion`. */
const REFUSAL = /"code":\s?-32022\b/;
const MAX_REFUSAL = 10_000;

function statusOf(thrown: unknown): number | undefined {
  return thrown instanceof SdkHttpError && thrown.status > 0 ? thrown.status : undefined;
}

function isSdkError(thrown: unknown, codes: readonly SdkErrorCode[]): boolean {
  return thrown instanceof SdkError && codes.includes(thrown.code);
}

/** Error codes for messages that violate the protocol. */
const BROKEN = [
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.InputRequiredRoundsExceeded,
  SdkErrorCode.CapabilityNotSupported,
];

export function causeOf(thrown: unknown): unknown {
  return Reflect.get(Object(thrown), 'cause');
}

function isZodError(thrown: unknown): boolean {
  return Array.isArray(Reflect.get(Object(thrown), 'issues'));
}

/** Returns the messages of an error and its cause, because the message of a `fetch` error alone does not explain the failure. */
function reasonOf(thrown: unknown): string {
  const cause = causeOf(thrown);
  const inner = cause === undefined ? '' : `: ${errorMessage(cause)}`;
  return `${errorMessage(thrown)}${inner}`;
}
