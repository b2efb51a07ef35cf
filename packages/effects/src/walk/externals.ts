import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Disk } from '@toolwright/program';
import { type Compiler, isLibraryFile } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Effect } from '../effect.js';
import type { EffectLookup } from '../packages/effect-lookup.js';
import { GLOBAL_MODULE, type PackageEffects } from '../packages/package-effects.js';
import { isPlatformFile } from '../sources/platform-files.js';

/** Something that the program uses and that its own sources do not define. */
export interface ExternalName {
  /** A package, a module of Node.js without `node:`, or {@link GLOBAL_MODULE}. */
  readonly module: string;
  /** From the most to the least specific name in the table: `Client.query`, `Client`. */
  readonly keys: readonly string[];
  /** Which globals: ECMAScript and Node.js have no effects unless they are listed, a browser's are unknown. */
  readonly browser?: boolean;
  /** Whether a declaration gave the name, instead of an import. */
  readonly isDeclared?: boolean;
  /** Who adds it, if it is a global of a declaration file: a package, or the program itself. */
  readonly ambient?: 'package' | 'own';
}

/** The effects of an external name. */
export interface ExternalEffects {
  readonly effects: readonly Effect[];
  /** For `unknown`. */
  readonly reason: string;
}

/**
 * Looks the effects of a name up in the table.
 * @param names What the name may be called: by its import, by its declaration.
 * @param called Whether it is called; otherwise only names that the table lists have an effect.
 * @param isEmpty Whether it may be called without a first argument, which the keys `name()` are for.
 * @param isWritten Whether it is assigned to, which the keys `name=` are for.
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
  // What a package passes on is declared elsewhere, which says more; a path of the same package says more than the whole.
  const isOfPath = names.length > 1 && names[0]?.module.startsWith(`${names[1]?.module}/`);
  for (const table of isOfPath ? tables : [...tables].reverse()) {
    const effects = table?.['*'];
    if (effects !== undefined) return { effects, reason };
  }
  // A browser's objects are spelled like others.
  const isHarmless = !isOfBrowser && names.some(({ module }) => module === GLOBAL_MODULE);
  return { effects: isHarmless ? [] : ['unknown'], reason };
}

function isListed(key: string, table: PackageEffects, isEmpty: () => boolean): boolean {
  return Object.hasOwn(table, key) && (!key.endsWith('()') || isEmpty());
}

function describe({ module, keys: [key = ''], browser, ambient }: ExternalName): string {
  if (ambient === 'own') return `\`${key}\` is declared without code`;
  if (ambient === 'package') return `\`${key}\` of package ${module}`;
  if (browser) return `\`${key}\` of the browser`;
  if (module === GLOBAL_MODULE) return `\`${key}\``;
  return isBuiltin(module) ? `\`${key}\` of node:${module}` : `package ${module}`;
}

/** Names the declarations of declaration files. */
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
      // The table's packages say nothing about a project that has the name of one.
      return { module: fileName, keys, ambient: 'own' };
    },
  };
}

/** Whether a declaration is a global or stands in one: its file is no module, or it stands in `declare global`. */
function isGlobal(declaration: ts.Declaration, ts_: typeof ts): boolean {
  const source = declaration.getSourceFile();
  if (!ts_.isExternalModule(source)) return true;
  const { GlobalAugmentation } = ts_.NodeFlags;
  const around = ts_.findAncestor(declaration, ({ flags }) => (flags & GlobalAugmentation) !== 0);
  return around !== undefined;
}

/** The names of a declaration and those that it stands in, and the ambient module around them. */
function namesAbove(
  declaration: ts.Declaration,
  ts_: typeof ts,
): { parts: string[]; ambient: string | undefined } {
  const parts: string[] = nameless(declaration, ts_);
  for (let node: ts.Node = declaration; !ts_.isSourceFile(node); node = node.parent) {
    if (ts_.isModuleDeclaration(node)) {
      // `declare module '../index'` adds to a file of the package.
      if (ts_.isStringLiteral(node.name) && !node.name.text.startsWith('.'))
        return { parts, ambient: node.name.text };
      continue;
    }
    const name = ts_.isConstructorDeclaration(node) ? undefined : nameOf(node, ts_);
    if (name !== undefined) parts.unshift(name);
  }
  return { parts, ambient: undefined };
}

/** What the table calls a signature that has no name. */
function nameless(declaration: ts.Declaration, ts_: typeof ts): string[] {
  if (ts_.isConstructSignatureDeclaration(declaration)) return ['constructor'];
  return ts_.isCallSignatureDeclaration(declaration) || ts_.isFunctionTypeNode(declaration) ? ['call'] : [];
}

function nameOf(node: ts.Node, ts_: typeof ts): string | undefined {
  // Not every node is a declaration; those without a name have none.
  const name = ts_.getNameOfDeclaration(node as ts.Declaration);
  return name !== undefined && (ts_.isIdentifier(name) || ts_.isStringLiteral(name)) ? name.text : undefined;
}

/** Interfaces whose values have a name that programs know better. */
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

/** `Cache.get`, `.get`, `Cache`: a member of any class goes before all members of one. */
function withMember([first = '', ...others]: readonly string[]): string[] {
  const member = first.split('.').slice(1).at(-1);
  return member === undefined ? [first, ...others] : [first, `.${member}`, ...others];
}

/** The last package folder in a path, without the prefix of separate types. */
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
