import { isGranted } from './is-granted.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment variables that the program may read: `process.env`, and none where there is no process. */
export function environment(): Environment {
  const { process } = globalThis as { readonly process?: { readonly env?: Environment } };
  const env = process?.env ?? NONE;
  if (isGranted({ name: 'env' })) return env;
  // Deno may allow single variables, which cannot be listed.
  return new Proxy(NONE, {
    get: (_, variable) =>
      typeof variable === 'string' && isGranted({ name: 'env', variable }) ? env[variable] : undefined,
  });
}

const NONE: Environment = Object.freeze({});
