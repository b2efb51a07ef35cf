import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
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
export function toFailure(thrown: unknown, { server, doing, timeoutMs }: Attempt): ToolwrightError {
  if (isToolwrightError(thrown)) return thrown;
  const cause = thrown;
  if (isMcpError(thrown)) {
    if (thrown.code === ErrorCode.RequestTimeout) {
      const message = `${server} did not answer within ${formatDuration(timeoutMs)} ${doing}.`;
      return new ToolwrightError('TOOL_TIMEOUT', message, { blame: 'tool', cause });
    }
    if (thrown.code === ErrorCode.ConnectionClosed) return lost(server, doing, cause);
    if (thrown.code === ErrorCode.InvalidParams) {
      return new ToolwrightError('INVALID_ARGUMENTS', plain(thrown.message), { blame: 'model', cause });
    }
    return new ToolwrightError('TOOL_FAILED', plain(thrown.message), { blame: 'tool', cause });
  }
  const status = statusOf(thrown);
  if (thrown instanceof UnauthorizedError || status === 401 || status === 403) {
    const message = `${server} does not let this client in ${doing}: ${errorMessage(thrown)}`;
    return new ToolwrightError('AUTHENTICATION', message, {
      blame: 'developer',
      hint: 'Check `token`, `headers` or `authProvider`.',
      cause,
      status,
    });
  }
  if (isZodError(thrown)) {
    const message = `${server} sent something that is not the protocol ${doing}: ${errorMessage(thrown)}`;
    return new ToolwrightError('INVALID_RESPONSE', message, { blame: 'provider', cause });
  }
  const message = `${server} cannot be reached ${doing}: ${reasonOf(thrown)}`;
  return new ToolwrightError('NETWORK', message, { blame: 'provider', cause, status });
}

/** The server or the connection ended. */
export function lost(server: string, doing: string, cause?: unknown, stderr = ''): ToolwrightError {
  const output = stderr.trim() === '' ? '' : ` It printed: ${stderr.trim()}`;
  return new ToolwrightError('NETWORK', `${server} ended ${doing}.${output}`, { blame: 'provider', cause });
}

/** The server no longer knows this session, so it has done nothing. */
export function isUnknownSession(thrown: unknown): boolean {
  return statusOf(thrown) === 404;
}

/** The provider has redirected the person to an authorization page. */
export function isUnauthorized(thrown: unknown): boolean {
  return thrown instanceof UnauthorizedError;
}

function statusOf(thrown: unknown): number | undefined {
  return thrown instanceof StreamableHTTPError && (thrown.code ?? 0) > 0 ? thrown.code : undefined;
}

function isMcpError(thrown: unknown): thrown is McpError {
  return thrown instanceof McpError;
}

function isZodError(thrown: unknown): boolean {
  return Array.isArray(Reflect.get(Object(thrown), 'issues'));
}

/** Removes the SDK's prefix. */
function plain(message: string): string {
  return message.replace(/^MCP error -?\d+: /, '');
}

/** The cause of an error of `fetch` says what happened. */
function reasonOf(thrown: unknown): string {
  const cause: unknown = Reflect.get(Object(thrown), 'cause');
  const inner = cause === undefined ? '' : `: ${errorMessage(cause)}`;
  return `${errorMessage(thrown)}${inner}`;
}
