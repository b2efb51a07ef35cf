/**
 * Returns one of Node's modules, which Bun, Deno and workerd also have; undefined on other platforms. Not an import: programs that are built
 * for browsers could not be bundled.
 */
export function builtInModule<Name extends keyof BuiltInModules>(
  name: Name,
): BuiltInModules[Name] | undefined {
  return PROCESS?.getBuiltinModule?.(`node:${name}`);
}

/** The modules that our packages use where they exist. */
interface BuiltInModules {
  readonly async_hooks: typeof import('node:async_hooks');
  readonly crypto: typeof import('node:crypto');
  readonly diagnostics_channel: typeof import('node:diagnostics_channel');
  readonly fs: typeof import('node:fs');
  readonly module: typeof import('node:module');
  readonly net: typeof import('node:net');
  readonly path: typeof import('node:path');
  readonly stream: typeof import('node:stream');
  readonly util: typeof import('node:util');
  readonly vm: typeof import('node:vm');
  readonly zlib: typeof import('node:zlib');
}

interface BuiltIns {
  getBuiltinModule?<Name extends keyof BuiltInModules>(
    name: `node:${Name}`,
  ): BuiltInModules[Name] | undefined;
}

const { process: PROCESS } = globalThis as { readonly process?: BuiltIns };
