import { type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { textEnd } from '@toolwright/contract';
import type {
  AuthorizationCode,
  CommandOptions,
  ConnectMcpOptions,
  UrlOptions,
} from '../client/connect-options.js';
import { shareRefresh } from '../client/oauth/share-refresh.js';
import { invalidConfig } from '../invalid-config.js';
import { Border } from './border.js';
import { ProcessTransport } from './process-transport.js';
import { RESUMPTION, StreamWatch } from './stream-watch.js';

/** A transport to a server that is not opened yet, with its filters. */
export interface Line {
  readonly transport: ProcessTransport | StreamableHTTPClientTransport;
  readonly watch: StreamWatch;
  readonly border: Border;
  /** Returns the end of the process's standard error output. */
  stderr(): string;
}

/** @throws ToolwrightError `INVALID_CONFIG` */
export function createLine(options: ConnectMcpOptions): Line {
  const border = new Border(serverName(options));
  if (options.command !== undefined) return guarded(commandLine(options, border));
  if (options.url !== undefined) return guarded(urlLine(options, border));
  throw invalidConfig("connectMcp requires 'command' or 'url'.");
}

function guarded(line: Line): Line {
  line.border.guard(line.transport);
  return line;
}

/** Exchanges the authorization code for tokens. */
export async function finishAuthorization({ transport }: Line, code: AuthorizationCode): Promise<void> {
  if (!(transport instanceof StreamableHTTPClientTransport)) return;
  await (typeof code === 'string' ? transport.finishAuth(code) : transport.finishAuth(code));
}

/** Returns a server's name for the start of an error message. */
export function serverName({ command, url }: ConnectMcpOptions): string {
  return `The MCP server ${command === undefined ? String(url) : `'${command}'`}`;
}

/** Returns a server's name for use within a sentence. */
export function inSentence(name: string): string {
  return name.replace(/^The /, 'the ');
}

function commandLine({ command, args = [], env = {}, cwd, onStderr }: CommandOptions, border: Border): Line {
  const server = {
    command,
    args: [...args],
    env: { ...env },
    stderr: 'pipe' as const,
    ...(cwd === undefined ? {} : { cwd }),
  };
  const transport = new ProcessTransport(server, border);
  let tail = '';
  transport.stderr?.on('data', (chunk: unknown) => {
    const text = String(chunk);
    tail = textEnd(tail + text, MAX_STDERR);
    onStderr?.(text);
  });
  return { transport, watch: new StreamWatch(border), border, stderr: () => tail };
}

function urlLine(
  { url, token, headers = {}, authProvider, anyIssuer = false }: UrlOptions,
  border: Border,
): Line {
  if (!URL.canParse(String(url))) {
    throw invalidConfig(`'${String(url)}' is not a URL.`);
  }
  const watch = new StreamWatch(border);
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers, ...authorization } },
    fetch: shareRefresh(watch.fetch),
    reconnectionOptions: RESUMPTION,
    skipIssuerMetadataValidation: anyIssuer,
    // The option requires an object that implements this interface.
    ...(authProvider === undefined ? {} : { authProvider: authProvider as OAuthClientProvider }),
  });
  return { transport, watch, border, stderr: () => '' };
}

/** The maximum number of characters of standard error output in error messages. */
const MAX_STDERR = 2_000;
