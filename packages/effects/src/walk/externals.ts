import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Disk } from '@toolwright/program';
import { type Compiler, isLibraryFile } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Effect } from '../effect.js';
import type { EffectLookup } from '../packages/effect-lookup.js';
import { GLOBAL_MODULE, type PackageEffects } from '../packages/package-effects.js';
import { isPlatformFile } from '../sources/platform-files.js';

/** A name that the program uses but does not define in its own sources. */
export interface ExternalName {
  /** A package, a Node.js module without `node:`, or {@link GLOBAL_MODULE}. */
  readonly module: string;
  /** The possible names in the table, most specific first: `Client.query`, `Client`. */
  readonly keys: readonly string[];
  /**
   * Whether the name is a browser global. Browser globals are unknown unless listed; unlisted globals of ECMAScript and Node.js have no
   * effects.
   */
  readonly browser?: boolean;
  /** Whether the name comes from a declaration, not from an import. */
  readonly isDeclared?: boolean;
  /** For a global from a declaration file: whether a package or the program itself declares it. */
  readonly ambient?: 'package' | 'own';
}

export interface ExternalEffects {
  readonly effects: readonly Effect[];
  /** The reason for an `unknown` effect. */
  readonly reason: string;
}

/**
 * Looks up the effects of a name in the table.
 * @param names The possible names: from the import, and from the declaration.
 * @param called Whether the name is called; otherwise, only names in the table have an effect.
 * @param isEmpty Whether the call may omit the first argument, for keys such as `name()`.
 * @param isWritten Whether the name is assigned to, for keys such as `name=`.
 */
export function findEffects(
  names: readonly ExternalName[],
  called: boolean,
  { findPackage, findDeclaring }: EffectLookup,
  isEmpty: () => boolean = () => false,
  isWritten = false,
): ExternalEffects {
  const [first] = names;
  const isOfBrowser = names.some(({ browser }) => browser);
  const reason =
    first === undefined
      ? 'code that cannot be found'
      : describe(first.module === GLOBAL_MODULE ? { ...first, browser: isOfBrowser } : first);
  const tables = names.map((name) => (name.isDeclared ? findDeclaring : findPackage)(name.module));
  for (const [index, { keys }] of names.entries()) {
    const table = tables[index];
    const key =
      table &&
      keys
        .flatMap((one) => [...(isWritten ? [`${one}=`] : []), `${one}()`, one])
        .find((one) => isListed(one, table, isEmpty));
    const effects = key === undefined ? undefined : table?.[key];
    if (effects !== undefined) return { effects, reason };
  }
  if (!called) return { effects: [], reason };
  // For a re-export, the declaring package is more specific than the imported one, but a path within a package is more specific than the
  // package.
  const isOfPath = names.length > 1 && names[0]?.module.startsWith(`${names[1]?.module}/`);
  for (const table of isOfPath ? tables : [...tables].reverse()) {
    const effects = table?.['*'];
    if (effects !== undefined) return { effects, reason };
  }
  // Browser objects have the same spelling as other objects.
  const isHarmless = !isOfBrowser && names.some(({ module }) => module === GLOBAL_MODULE);
  return { effects: isHarmless ? [] : ['unknown'], reason };
}

function isListed(key: string, table: PackageEffects, isEmpty: () => boolean): boolean {
  return Object.hasOwn(table, key) && (!key.endsWith('()') || isEmpty());
}

function describe({ module, keys: [key = ''], browser, ambient }: ExternalName): string {
  if (ambient === 'own') return `\`${key}\` is declared without an implementation`;
  if (ambient === 'package') return `\`${key}\` of package ${module}`;
  if (browser) return `\`${key}\` of the browser`;
  if (module === GLOBAL_MODULE) return `\`${key}\``;
  return isBuiltin(module) ? `\`${key}\` of node:${module}` : `package ${module}`;
}

/** Finds the names of declarations in declaration files. */
export interface DeclaredNames {
  nameOf(declaration: ts.Declaration): ExternalName;
}

export function createDeclaredNames({ ts }: Compiler, disk: Disk): DeclaredNames {
  const packages = new Map<string, string>();
  const packageOf = (file: string): string => {
    const known = packages.get(file);
    if (known !== undefined) return known;
    const found = packageInPath(file) ?? packageAbove(path.posix.dirname(file), disk) ?? file;
    packages.set(file, found);
    return found;
  };
  return {
    nameOf: (declaration) => {
      const { fileName } = declaration.getSourceFile();
      const { parts, ambient } = namesAbove(declaration, ts);
      const keys = keysOf(parts);
      if (isLibraryFile(fileName))
        return { module: GLOBAL_MODULE, keys, browser: /\/lib\.(?:dom|webworker|scripthost)/.test(fileName) };
      const module = ambient?.replace(/^node:/, '') ?? packageOf(fileName);
      if (module === 'process' || (module === 'node' && keys[0]?.startsWith('process')))
        return {
          module: 'process',
          keys: keys.map((key) => key.replace(/^process\.?/i, '')).filter(Boolean),
        };
      if (module === 'node') return { module: GLOBAL_MODULE, keys };
      if (isBuiltin(module) || isPlatformFile(fileName)) return { module, keys };
      if (ambient !== undefined || !isGlobal(declaration, ts))
        return { module, keys: withMember(keys), isDeclared: true };
      if (packageInPath(fileName) !== undefined) return { module, keys, ambient: 'package' };
      // The table's entry for a package does not describe a project that happens to have the same name.
      return { module: fileName, keys, ambient: 'own' };
    },
  };
}

/** Whether a declaration is global or inside a global declaration: its file is not a module, or it is in `declare global`. */
function isGlobal(declaration: ts.Declaration, ts_: typeof ts): boolean {
  const source = declaration.getSourceFile();
  if (!ts_.isExternalModule(source)) return true;
  const { GlobalAugmentation } = ts_.NodeFlags;
  const around = ts_.findAncestor(declaration, ({ flags }) => (flags & GlobalAugmentation) !== 0);
  return around !== undefined;
}

/** Returns the names of a declaration and of the declarations that contain it, and their ambient module. */
function namesAbove(
  declaration: ts.Declaration,
  ts_: typeof ts,
): { parts: string[]; ambient: string | undefined } {
  const parts: string[] = nameless(declaration, ts_);
  for (let node: ts.Node = declaration; !ts_.isSourceFile(node); node = node.parent) {
    if (ts_.isModuleDeclaration(node)) {
      // `declare module '../index'` extends a file of the package.
      if (ts_.isStringLiteral(node.name) && !node.name.text.startsWith('.'))
        return { parts, ambient: node.name.text };
      continue;
    }
    const name = ts_.isConstructorDeclaration(node) ? undefined : nameOf(node, ts_);
    if (name !== undefined) parts.unshift(name);
  }
  return { parts, ambient: undefined };
}

/** Returns the table's name for an unnamed signature. */
function nameless(declaration: ts.Declaration, ts_: typeof ts): string[] {
  if (ts_.isConstructSignatureDeclaration(declaration)) return ['constructor'];
  return ts_.isCallSignatureDeclaration(declaration) || ts_.isFunctionTypeNode(declaration) ? ['call'] : [];
}

function nameOf(node: ts.Node, ts_: typeof ts): string | undefined {
  // Not every node is a declaration; the function returns undefined for nodes without a name.
  const name = ts_.getNameOfDeclaration(node as ts.Declaration);
  return name !== undefined && (ts_.isIdentifier(name) || ts_.isStringLiteral(name)) ? name.text : undefined;
}

/** Interfaces whose values are better known by a global name. */
const GLOBAL_NAMES: Readonly<Record<string, string>> = {
  Process: 'process',
  Crypto: 'crypto',
  SubtleCrypto: 'crypto.subtle',
  Performance: 'performance',
  Console: 'console',
  Navigator: 'navigator',
  Location: 'location',
  History: 'history',
};

function keysOf(parts: readonly string[]): string[] {
  const [owner = '', ...members] = parts;
  const short = GLOBAL_NAMES[owner] ?? owner.replace(/(?<=.)Constructor$/, '');
  const named = [...new Set([short, owner])];
  return [...named.map((name) => [name, ...members].join('.')), ...named].filter((key) => key !== '');
}

/** Adds the key for a member of any class: `Cache.get`, `.get`, `Cache`. It takes precedence over the key for all members of one class. */
function withMember([first = '', ...others]: readonly string[]): string[] {
  const member = first.split('.').slice(1).at(-1);
  return member === undefined ? [first, ...others] : [first, `.${member}`, ...others];
}

/** Returns the last package in a path, without the prefix `@types`. */
function packageInPath(file: string): string | undefined {
  const match = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file);
  return match?.[1]?.replace(/^@types\//, '').replace(/^([^@]+)__/, '@$1/');
}

function packageAbove(dir: string, disk: Disk): string | undefined {
  for (let folder = dir; ; folder = path.posix.dirname(folder)) {
    const file = `${folder}/package.json`;
    const name = /"name"\s*:\s*"([^"]+)"/.exec((disk.fileExists(file) && disk.readFile(file)) || '')?.[1];
    if (name !== undefined) return name;
    if (path.posix.dirname(folder) === folder) return undefined;
  }
}
