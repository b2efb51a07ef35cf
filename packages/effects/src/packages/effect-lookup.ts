import { GLOBALS } from './globals.js';
import { LIBRARIES } from './libraries.js';
import { NODE_MODULES } from './node-modules.js';
import { type EffectTable, GLOBAL_MODULE, type PackageEffects } from './package-effects.js';

export interface EffectLookup {
  /** Returns undefined if the table does not contain the package. */
  findPackage(name: string): PackageEffects | undefined;
  /**
   * Like {@link findPackage}, for a package in which a file declares a name. Includes entries with a path in the package, because the path
   * of the file may differ from that of the entry.
   */
  findDeclaring(name: string): PackageEffects | undefined;
}

/** @param own The project's entries, which replace the built-in entries name by name. */
export function createEffectLookup(own: EffectTable = {}): EffectLookup {
  const tables: readonly EffectTable[] = [own, NODE_MODULES, LIBRARIES, { [GLOBAL_MODULE]: GLOBALS }];
  const known = new Map<string, PackageEffects | undefined>();
  const join = (name: string): PackageEffects | undefined => {
    const found = tables.map((table) => entryOf(table, name)).filter((entry) => entry !== undefined);
    return found.length === 0 ? undefined : Object.assign({}, ...found.reverse());
  };
  const findPackage = (name: string): PackageEffects | undefined => {
    if (!known.has(name)) known.set(name, join(name) ?? join(packageOf(name)));
    return known.get(name);
  };
  const declaring = new Map<string, PackageEffects | undefined>();
  const joinPaths = (name: string): PackageEffects | undefined => {
    const paths = tables.flatMap((table) => Object.keys(table).filter((key) => key.startsWith(`${name}/`)));
    const parts = [...new Set(paths)].map((path) => join(path) ?? {});
    const whole = findPackage(name);
    if (parts.length === 0) return whole;
    const all = whole === undefined ? parts : [...parts, whole];
    const rest = all.flatMap((part) => part['*'] ?? []);
    return Object.assign({}, ...all, rest.length > 0 && { '*': [...new Set(rest)] });
  };
  return {
    findPackage,
    findDeclaring: (name) => {
      if (!declaring.has(name)) declaring.set(name, joinPaths(name));
      return declaring.get(name);
    },
  };
}

function entryOf(table: EffectTable, name: string): PackageEffects | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  const pattern = Object.keys(table).find((key) => key.endsWith('*') && name.startsWith(key.slice(0, -1)));
  return pattern === undefined ? undefined : table[pattern];
}

/** Returns the package in a specifier: `date-fns` in `date-fns/format`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
