import type { ConnectMcpOptions } from '@toolwright/mcp';
import type { CommandOption } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { userError } from '../../user-error.js';

/** The options of commands that connect to a server. */
export interface ServerOptions {
  readonly tokenEnv?: string;
  readonly env: readonly string[];
}

export const SERVER_OPTIONS: readonly CommandOption[] = [
  ['--token-env <variable>', 'the environment variable that contains the bearer token for a URL'],
  [
    '--env <variable>',
    'the name of an environment variable to pass to the server that a command starts; repeatable',
    { default: [] },
  ],
];

/**
 * Returns how to connect to a server. A command inherits only the variables that were named.
 * @param server a URL, or a command with its arguments
 * @throws ToolwrightError `USAGE`
 */
export function targetOf(
  server: readonly string[],
  { tokenEnv, env: names }: ServerOptions,
  { cwd, env }: Pick<CommandContext['io'], 'cwd' | 'env'>,
): ConnectMcpOptions {
  const [first = '', ...args] = server;
  const isUrl = /^https?:\/\//i.test(first);
  if (isUrl && args.length > 0) {
    throw userError('USAGE', `A URL takes no arguments; got ${JSON.stringify(args[0])}.`);
  }
  if (isUrl && names.length > 0) {
    throw userError('USAGE', 'A URL takes no environment variables.', 'Pass its token with --token-env.');
  }
  if (isUrl) {
    const token =
      tokenEnv === undefined ? undefined : readVariable(tokenEnv, env, 'Set it to the bearer token.');
    return { url: first, token };
  }
  const variables = names.map((name) => [name, readVariable(name, env, 'Set it for the server.')]);
  return { command: first, args, cwd, env: Object.fromEntries(variables) };
}

function readVariable(name: string, env: Readonly<Record<string, string | undefined>>, hint: string): string {
  if (name.includes('=')) {
    const [own = ''] = name.split('=');
    throw userError(
      'USAGE',
      `Pass the name ${own} without its value, which other users could read in the command line.`,
      `Set the variable ${own} before the command.`,
    );
  }
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  throw userError('USAGE', `The environment variable ${name} is not set.`, hint);
}
