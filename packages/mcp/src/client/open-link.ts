import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { errorMessage, LONGEST_TIMER_MS, ToolwrightError } from '@toolwright/contract';
import { invalidConfig } from '../invalid-config.js';
import { createLine, type Line, serverName } from '../wire/transport.js';
import { unlessAborted } from '../wire/unless-aborted.js';
import { answerServer, clientCapabilities } from './answer-server.js';
import { authorize, canAuthorize } from './authorize.js';
import type { ConnectMcpOptions, McpRevision } from './connect-options.js';
import {
  causeOf,
  endedWhenAsked,
  isNoAnswer,
  isUnauthorized,
  lost,
  toFailure,
  toTimeout,
} from './failure.js';
import { Link } from './link.js';
import { listenTo } from './listen-to.js';

export interface LinkListeners {
  /** Called when the link closes without a call to `close`. */
  readonly onLost: (link: Link) => void;
  readonly onToolsChange: () => void;
  readonly onResourceChange: (uri: string) => void;
  readonly onError: (error: Error) => void;
}

/**
 * Starts the server or connects to it, and negotiates the protocol revision. If this fails, terminates the process that it started.
 * @throws ToolwrightError `INVALID_CONFIG`, `NETWORK`, `AUTHENTICATION`, `TOOL_TIMEOUT`, `INVALID_RESPONSE`, `UNSUPPORTED` or `ABORTED`
 */
export async function openLink(
  options: ConnectMcpOptions,
  listeners: LinkListeners,
  signal: AbortSignal,
): Promise<Link> {
  const line = createLine(options);
  try {
    return await introduceEither(line, options, listeners, signal);
  } catch (error) {
    if (error === LATE)
      return introduce(createLine(options), { ...options, revision: CURRENT }, listeners, signal);

    // Some servers before 2026-07-28 exit when they receive an unknown request. They are started again.
    if (options.command !== undefined && endedWhenAsked(causeOf(error)) && options.revision === undefined) {
      return introduce(createLine(options), { ...options, revision: '2025-11-25' }, listeners, signal);
    }
    if (!isUnauthorized(error) || !canAuthorize(options)) throw error;
    // The provider has redirected the person; now the authorization code is exchanged.
    await authorize(line, options, signal);
    return await introduce(createLine(options), options, listeners, signal).catch((failure: unknown) => {
      // The person is asked only once.
      const { connectTimeoutMs: timeoutMs = 30_000 } = options;
      throw toFailure(failure, { server: serverName(options), doing: CONNECTING, timeoutMs });
    });
  }
}

/**
 * Handles older HTTP servers that may not answer the question about their revisions. The client also tries the older revision in parallel
 * and uses the attempt that succeeds first, so that a slow server with the current revision is not mistaken for an older one.
 */
async function introduceEither(
  line: Line,
  options: ConnectMcpOptions,
  listeners: LinkListeners,
  signal: AbortSignal,
): Promise<Link> {
  if (options.url === undefined || options.revision !== undefined)
    return introduce(line, options, listeners, signal);
  const [stopNewer, stopOlder] = [new AbortController(), new AbortController()];
  const newer = introduce(line, options, listeners, AbortSignal.any([signal, stopNewer.signal]));
  const failed = newer.then(
    () => false,
    (error: unknown) => isNoAnswer(error),
  );
  const isSilent = sleep(PROBE_MS, undefined, { ref: false }).then(() =>
    line.border.awaits('server/discover'),
  );
  if (!(await Promise.race([failed, isSilent]))) return newer;
  const old = { ...options, revision: '2025-11-25' } as const;
  const older = introduce(createLine(options), old, listeners, AbortSignal.any([signal, stopOlder.signal]));
  const first = await Promise.any([
    newer.then((link) => ({ link, other: older, stop: stopOlder })),
    older.then((link) => ({ link, other: newer, stop: stopNewer })),
    // If both fail, report the error of the first attempt.
  ]).catch(() => newer.then((link) => ({ link, other: older, stop: stopOlder })));
  first.stop.abort();
  first.other.then((link) => link.close()).catch(ignoreStopped);
  return first.link;
}

/** The attempt that lost the race has failed. */
function ignoreStopped(): void {}

async function introduce(
  line: Line,
  options: ConnectMcpOptions,
  listeners: LinkListeners,
  signal: AbortSignal,
): Promise<Link> {
  const { connectTimeoutMs: timeout = 30_000, timeoutMs = 60_000 } = options;
  const server = serverName(options);
  const client = createClient(options, timeout);
  const link = new Link(client, line, { server, timeoutMs, logs: options.onEvent !== undefined });
  answerServer(client, options, listeners);
  const deadline = AbortSignal.timeout(Math.min(timeout, LONGEST_TIMER_MS));
  const late = new AbortController();
  const { border, watch } = line;
  border.listen({
    onResponse: (id) => watch.answered(id),
    onWarning: listeners.onError,
    onLateAnswer: () => late.abort(LATE),
  });
  try {
    const begin = async (): Promise<void> => {
      await client.connect(line.transport, { timeout });
      await subscribeToTools(client, listeners.onToolsChange);
      if (client.transport === undefined)
        throw new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed');
    };
    await unlessAborted(AbortSignal.any([signal, deadline, late.signal, border.failed]), begin);
  } catch (error) {
    const isEnded = client.transport === undefined && !(error instanceof ProtocolError);
    await client.close();
    await line.transport.close();
    if (isUnauthorized(error) || error === LATE) throw error;
    if (border.failed.aborted) throw border.failed.reason;
    if (signal.aborted)
      throw new ToolwrightError('ABORTED', 'Connecting was aborted.', { blame: 'user', cause: error });
    if (deadline.aborted) throw toTimeout(error, { server, doing: CONNECTING, timeoutMs: timeout });
    const { revision } = options;
    throw connectFailure(error, { server, timeout, revision, isEnded, stderr: line.stderr() });
  }
  client.onclose = () => {
    link.end();
    listeners.onLost(link);
  };
  client.onerror = listeners.onError;
  return link;
}

/** Subscribes to changes of the tools. Before 2026-07-28, servers report changes to all clients. */
async function subscribeToTools(client: Client, onToolsChange: () => void): Promise<void> {
  if (client.getProtocolEra() !== 'modern') return;
  if (client.getServerCapabilities()?.tools?.listChanged !== true) return;
  await listenTo(client, { toolsListChanged: true }, onToolsChange, { refusal: 'retry' });
}

function createClient(options: ConnectMcpOptions, timeout: number): Client {
  // An older process may not answer an unknown request, so the probe is short, unless a required revision rules out a fallback.
  const isShort = options.command !== undefined && options.revision === undefined;
  const probe = { timeoutMs: isShort ? Math.min(PROBE_MS, timeout) : timeout };
  return new Client(
    { name: 'toolwright', version: '0.1.0' },
    {
      capabilities: clientCapabilities(options),
      versionNegotiation: { mode: MODES[options.revision ?? 'any'], probe },
    },
  );
}

const MODES: Readonly<Record<McpRevision | 'any', VersionNegotiationMode>> = {
  any: 'auto',
  '2025-11-25': 'legacy',
  '2026-07-28': { pin: '2026-07-28' },
};

/** How long a server may take to announce its revisions, in milliseconds. A slower server is assumed to be older. */
const PROBE_MS = 3_000;

const CONNECTING = 'while connecting';

const CURRENT: McpRevision = '2026-07-28';

/** Thrown if a process turns out to be slow rather than old. */
const LATE = new Error('The server named its revisions late.');

interface ConnectAttempt {
  readonly server: string;
  readonly timeout: number;
  readonly revision: McpRevision | undefined;
  /** Whether the server closed the connection. */
  readonly isEnded: boolean;
  readonly stderr: string;
}

function connectFailure(
  error: unknown,
  { server, timeout, revision, isEnded, stderr }: ConnectAttempt,
): ToolwrightError {
  if (isMissingProgram(error)) {
    const message = `${server} could not be started: ${errorMessage(error)}.`;
    const hint = 'Check that the program exists and is executable.';
    return invalidConfig(message, hint, error);
  }
  if (isEnded && stderr !== '') return lost(server, CONNECTING, error, stderr);
  return toFailure(error, { server, doing: CONNECTING, timeoutMs: timeout, revision });
}

/** Whether the program was not found or is not executable. Checks the code, because an error may come from another realm. */
function isMissingProgram(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    /^(ENOENT|EACCES)$/.test(String(error.code))
  );
}
