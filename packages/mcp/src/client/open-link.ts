import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { answerServer, clientCapabilities } from './answer-server.js';
import type { ConnectMcpOptions } from './connect-options.js';
import { deliverInTurn } from './deliver-in-turn.js';
import { isUnauthorized, lost, toFailure } from './failure.js';
import { Link } from './link.js';
import { createLine, type Line, serverName } from './transport.js';

/** Listeners of an open link. */
export interface LinkListeners {
  /** The link ended, and not by `close`. */
  readonly onLost: (link: Link) => void;
  readonly onToolsChange: () => void;
  readonly onError: (error: Error) => void;
}

/**
 * Starts the server or connects to it, and initializes the session.
 * @throws ToolwrightError `INVALID_CONFIG`, `NETWORK`, `AUTHENTICATION`, `TOOL_TIMEOUT`, `INVALID_RESPONSE` or `ABORTED`. A started
 * process is ended then.
 */
export async function openLink(
  options: ConnectMcpOptions,
  listeners: LinkListeners,
  signal: AbortSignal,
): Promise<Link> {
  const line = createLine(options);
  try {
    return await introduce(line, options, listeners, signal);
  } catch (error) {
    if (!isUnauthorized(error) || options.url === undefined || options.authorizationCode === undefined)
      throw error;
    // The provider has redirected the person; the authorization code grants access.
    const code = await options.authorizationCode();
    if (line.transport instanceof StreamableHTTPClientTransport) await line.transport.finishAuth(code);
    return await introduce(createLine(options), options, listeners, signal);
  }
}

async function introduce(
  line: Line,
  options: ConnectMcpOptions,
  listeners: LinkListeners,
  signal: AbortSignal,
): Promise<Link> {
  const { connectTimeoutMs: timeout = 30_000, timeoutMs = 60_000 } = options;
  const server = serverName(options);
  const client = new Client({ name: 'toolwright', version: '0.1.0' }, clientCapabilities(options));
  const link = new Link(client, line, { server, timeoutMs });
  answerServer(client, options, listeners);
  const ended = new Promise<void>((resolve) => {
    line.transport.onclose = resolve;
  });
  try {
    // The SDK's class types its optional members as `| undefined`, which `exactOptionalPropertyTypes` distinguishes.
    const transport = line.transport as Transport;
    await client.connect(transport, { timeout, signal });
    deliverInTurn(transport);
  } catch (error) {
    const isEnded = client.transport === undefined;
    if (!isMissingProgram(error)) await release(client, line, ended);
    if (isUnauthorized(error)) throw error;
    if (signal.aborted)
      throw new ToolwrightError('ABORTED', 'Connecting was aborted.', { blame: 'user', cause: error });
    throw connectFailure(error, { server, timeout, isEnded, stderr: line.stderr() });
  }
  client.onclose = () => listeners.onLost(link);
  client.onerror = listeners.onError;
  return link;
}

/** Waits until the started process has ended: the SDK ends it in several steps. */
async function release(client: Client, line: Line, ended: Promise<void>): Promise<void> {
  await client.close();
  if (line.transport instanceof StreamableHTTPClientTransport) return;
  // A process that was never started does not end.
  await Promise.race([ended, sleep(MAX_END_MS, undefined, { ref: false })]);
}

/** The SDK takes up to four seconds to end a process that ignores signals. */
const MAX_END_MS = 5_000;

interface ConnectAttempt {
  readonly server: string;
  readonly timeout: number;
  /** The server ended the connection. */
  readonly isEnded: boolean;
  readonly stderr: string;
}

function connectFailure(
  error: unknown,
  { server, timeout, isEnded, stderr }: ConnectAttempt,
): ToolwrightError {
  const doing = 'while connecting';
  if (isMissingProgram(error)) {
    const message = `${server} could not be started: ${errorMessage(error)}.`;
    const hint = 'Check that the program exists and is executable.';
    return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint, cause: error });
  }
  if (isEnded && stderr !== '') return lost(server, doing, error, stderr);
  return toFailure(error, { server, doing, timeoutMs: timeout });
}

/** Checks its shape: the operating system's errors may come from another realm. */
function isMissingProgram(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    /^(ENOENT|EACCES)$/.test(String(error.code))
  );
}
