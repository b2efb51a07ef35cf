import type { ConnectMcpOptions } from '@toolwright/mcp';
import { userError } from '../../user-error.js';

/** Returns how to connect to a server. @param server a URL, or a command with its arguments */
export function targetOf(
  server: readonly string[],
  cwd: string,
  token: string | undefined,
): ConnectMcpOptions {
  const [first = '', ...args] = server;
  const isUrl = /^https?:\/\//i.test(first);
  if (isUrl && args.length > 0) {
    throw userError('USAGE', `A URL takes no arguments; got ${JSON.stringify(args[0])}.`);
  }
  return isUrl ? { url: first, token } : { command: first, args, cwd };
}

/** Reads a bearer token. @throws ToolwrightError `USAGE` */
export function readToken(name: string, env: Readonly<Record<string, string | undefined>>): string {
  const token = env[name];
  if (token !== undefined && token !== '') return token;
  throw userError('USAGE', `The environment variable ${name} is not set.`, 'Set it to the bearer token.');
}
