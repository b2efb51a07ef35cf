export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment variables that the program may read: `process.env`, and none where there is no process. Deno has none without
 * `--allow-env`. Reading them without permission would throw, or ask the person at the terminal.
 */
export function environment(): Environment {
  const { process, Deno } = globalThis as unknown as Platform;
  const env = process?.env ?? NONE;
  if (Deno === undefined || mayRead(Deno)) return env;
  return new Proxy(NONE, {
    get: (_, name) => (typeof name === 'string' && mayRead(Deno, name) ? env[name] : undefined),
  });
}

const NONE: Environment = Object.freeze({});

interface Platform {
  readonly process?: { readonly env?: Environment };
  readonly Deno?: DenoPermissions;
}

interface DenoPermissions {
  readonly permissions: {
    querySync(permission: { readonly name: 'env'; readonly variable?: string }): { readonly state: string };
  };
}

function mayRead({ permissions }: DenoPermissions, variable?: string): boolean {
  const { state } = permissions.querySync({ name: 'env', ...(variable !== undefined && { variable }) });
  return state === 'granted';
}
