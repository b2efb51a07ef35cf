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
  UnauthorizedError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client';
import { errorMessage, formatDuration, isToolwrightError, ToolwrightError } from '@toolwright/contract';

/** What the client was doing when something failed. */
export interface Attempt {
  /** For errors: `The server 'files'`. */
  readonly server: string;
  /** For errors: `while …`. */
  readonly doing: string;
  readonly timeoutMs: number;
}

/** A typed error for what the SDK, the network or the operating system threw. */
export function toFailure(thrown: unknown, attempt: Attempt): ToolwrightError {
  const { server, doing } = attempt;
  if (isToolwrightError(thrown)) return thrown;
  const cause = thrown;
  if (refusesRevision(thrown)) {
    const message = `${server} does not speak the revision of the protocol that was asked for: ${errorMessage(thrown)}`;
    const hint = 'Leave `revision` out, so that both sides agree on one.';
    return new ToolwrightError('UNSUPPORTED', message, { blame: 'provider', hint, cause });
  }
  if (thrown instanceof ResourceNotFoundError) {
    return new ToolwrightError('UNKNOWN_RESOURCE', thrown.message, { blame: 'model', cause });
  }
  if (thrown instanceof ProtocolError) {
    if (thrown.code === ProtocolErrorCode.InvalidParams) {
      return new ToolwrightError('INVALID_ARGUMENTS', thrown.message, { blame: 'model', cause });
    }
    return new ToolwrightError('TOOL_FAILED', thrown.message, { blame: 'tool', cause });
  }
  if (isSdkError(thrown, [SdkErrorCode.MethodNotSupportedByProtocolVersion])) {
    return new ToolwrightError('UNSUPPORTED', errorMessage(thrown), { blame: 'developer', cause });
  }
  if (isSdkError(thrown, [SdkErrorCode.RequestTimeout])) return toTimeout(cause, attempt);
  if (isSdkError(thrown, [SdkErrorCode.ConnectionClosed])) return lost(server, doing, cause);
  if (thrown instanceof OAuthClientFlowError || thrown instanceof OAuthError) {
    const message = `${server} does not let this client in ${doing}: ${errorMessage(thrown)}`;
    const isIssuer = thrown instanceof IssuerMismatchError;
    const hint = isIssuer ? 'If you know this issuer, set `anyIssuer`.' : 'Check `oauth` or `authProvider`.';
    return new ToolwrightError('AUTHENTICATION', message, { blame: 'provider', hint, cause });
  }
  const status = statusOf(thrown);
  if (thrown instanceof UnauthorizedError || status === 401 || status === 403) {
    const message = `${server} does not let this client in ${doing}: ${errorMessage(thrown)}`;
    return new ToolwrightError('AUTHENTICATION', message, {
      blame: 'developer',
      hint: 'Check `token`, `headers`, `oauth` or `authProvider`.',
      cause,
      status,
    });
  }
  if (isZodError(thrown) || isSdkError(thrown, BROKEN)) {
    const message = `${server} sent something that is not the protocol ${doing}: ${errorMessage(thrown)}`;
    return new ToolwrightError('INVALID_RESPONSE', message, { blame: 'provider', cause });
  }
  const message = `${server} cannot be reached ${doing}: ${reasonOf(thrown)}`;
  return new ToolwrightError('NETWORK', message, { blame: 'provider', cause, status });
}

export function toTimeout(cause: unknown, { server, doing, timeoutMs }: Attempt): ToolwrightError {
  const message = `${server} did not answer within ${formatDuration(timeoutMs)} ${doing}.`;
  return new ToolwrightError('TOOL_TIMEOUT', message, { blame: 'tool', cause });
}

/** The server or the connection ended. */
export function lost(server: string, doing: string, cause?: unknown, stderr = ''): ToolwrightError {
  const output = stderr.trim() === '' ? '' : ` It printed: ${stderr.trim()}`;
  return new ToolwrightError('NETWORK', `${server} ended ${doing}.${output}`, { blame: 'provider', cause });
}

/** The server no longer knows this session, or no longer speaks this revision, so it has done nothing. */
export function isUnknownSession(thrown: unknown): boolean {
  return statusOf(thrown) === 404 || refusesRevision(thrown);
}

/** A process that ended when it was asked which revisions it speaks, as some older servers do. */
export function endedWhenAsked(thrown: unknown): boolean {
  return isSdkError(thrown, [SdkErrorCode.EraNegotiationFailed]);
}

/** The provider has redirected the person to an authorization page. */
export function isUnauthorized(thrown: unknown): boolean {
  return thrown instanceof UnauthorizedError;
}

/** Before a revision is agreed on, the refusal is the text of a response. */
function refusesRevision(thrown: unknown): boolean {
  if (thrown instanceof UnsupportedProtocolVersionError) return true;
  if (thrown instanceof SdkHttpError) return REFUSAL.test(String(thrown.data.text).slice(0, MAX_REFUSAL));
  return endedWhenAsked(thrown) && causeOf(thrown) === undefined;
}

/** The code of the error `UnsupportedProtocolVersion`. */
const REFUSAL = /"code":\s?-32022\b/;
const MAX_REFUSAL = 10_000;

function statusOf(thrown: unknown): number | undefined {
  return thrown instanceof SdkHttpError && thrown.status > 0 ? thrown.status : undefined;
}

function isSdkError(thrown: unknown, codes: readonly SdkErrorCode[]): boolean {
  return thrown instanceof SdkError && codes.includes(thrown.code);
}

/** What the server sent breaks the protocol. */
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

/** The cause of an error of `fetch` says what happened. */
function reasonOf(thrown: unknown): string {
  const cause = causeOf(thrown);
  const inner = cause === undefined ? '' : `: ${errorMessage(cause)}`;
  return `${errorMessage(thrown)}${inner}`;
}
