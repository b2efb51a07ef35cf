import { type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ToolwrightError, textEnd } from '@toolwright/contract';
import type {
  AuthorizationCode,
  CommandOptions,
  ConnectMcpOptions,
  UrlOptions,
} from '../client/connect-options.js';
import { shareRefresh } from '../client/oauth/share-refresh.js';
import { ProcessTransport } from './process-transport.js';
import { RESUMPTION, StreamWatch } from './stream-watch.js';

/** A connection to a server that is not open yet. */
export interface Line {
  readonly transport: ProcessTransport | StreamableHTTPClientTransport;
  readonly watch: StreamWatch;
  /** The end of the process's standard error. */
  stderr(): string;
}

/** @throws ToolwrightError `INVALID_CONFIG` */
export function createLine(options: ConnectMcpOptions): Line {
  if (options.command !== undefined) return commandLine(options);
  if (options.url !== undefined) return urlLine(options);
  throw new ToolwrightError('INVALID_CONFIG', 'connectMcp needs a command or a url.', { blame: 'developer' });
}

/** Exchanges the authorization code for access. */
export async function finishAuthorization({ transport }: Line, code: AuthorizationCode): Promise<void> {
  if (!(transport instanceof StreamableHTTPClientTransport)) return;
  await (typeof code === 'string' ? transport.finishAuth(code) : transport.finishAuth(code));
}

/** For errors. */
export function serverName({ command, url }: ConnectMcpOptions): string {
  return `The MCP server ${command === undefined ? String(url) : `'${command}'`}`;
}

/** The name of a server in the middle of a sentence. */
export function inSentence(name: string): string {
  return name.replace(/^The /, 'the ');
}

function commandLine({ command, args = [], env = {}, cwd, onStderr }: CommandOptions): Line {
  const transport = new ProcessTransport({
    command,
    args: [...args],
    env: { ...env },
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  });
  let tail = '';
  transport.stderr?.on('data', (chunk: unknown) => {
    const text = String(chunk);
    tail = textEnd(tail + text, MAX_STDERR);
    onStderr?.(text);
  });
  return { transport, watch: new StreamWatch(), stderr: () => tail };
}

function urlLine({ url, token, headers = {}, authProvider, anyIssuer = false }: UrlOptions): Line {
  if (!URL.canParse(String(url))) {
    throw new ToolwrightError('INVALID_CONFIG', `'${String(url)}' is not a URL.`, { blame: 'developer' });
  }
  const watch = new StreamWatch();
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers, ...authorization } },
    fetch: shareRefresh(watch.fetch),
    reconnectionOptions: RESUMPTION,
    skipIssuerMetadataValidation: anyIssuer,
    // The SDK's interface; see the option.
    ...(authProvider === undefined ? {} : { authProvider: authProvider as OAuthClientProvider }),
  });
  return { transport, watch, stderr: () => '' };
}

/** How many characters of standard error an error shows. */
const MAX_STDERR = 2_000;
