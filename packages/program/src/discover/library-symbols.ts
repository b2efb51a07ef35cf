import path from 'node:path';
import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import type { Disk } from '../disk/disk.js';
import { isReference } from '../types/type-kinds.js';

/** The function that marks a declaration: `tool` or `resource`. */
export type MarkName = 'tool' | 'resource';

/** Recognises Toolwright's exports by their declarations, however a program imports, renames or re-exports them. */
export interface LibrarySymbols {
  /** Returns the mark that a symbol stands for; undefined for any other symbol. */
  markOf(symbol: ts.Symbol | undefined): MarkName | undefined;
  /** Whether a symbol is the declaration with that name in a Toolwright package, such as the class `Agent`. */
  isNamed(symbol: ts.Symbol | undefined, name: string): boolean;
  /** Returns the names under which a module exports `tool` and `resource`; empty if the symbol is not a module. */
  namesInModule(symbol: ts.Symbol | undefined): readonly string[];
  /** Returns the `App` of a `ToolContext<App>`; undefined for any other type. */
  appOfContext(type: ts.Type): ts.Type | undefined;
  /** Whether a result is or contains an image, a file, audio or a `Blob`, which have no JSON form. */
  holdsContent(type: ts.Type): boolean;
}

/** Modules that export `tool` and `resource`. */
export const LIBRARY_MODULES: ReadonlySet<string> = new Set(['toolwright', '@toolwright/tools']);

export const MARK_NAMES: readonly MarkName[] = ['tool', 'resource'];

const CONTENT: ReadonlySet<string> = new Set(['Content', 'ImageContent', 'FileContent', 'AudioContent']);
/** Content types of the platform. */
const BLOBS: ReadonlySet<string> = new Set(['Blob', 'File']);
/** Maximum depth of the search for content in the members of a result. */
const MAX_DEPTH = 4;

const PACKAGES: ReadonlySet<string> = new Set([
  ...LIBRARY_MODULES,
  ...['@toolwright/contract', '@toolwright/core', '@toolwright/prompts', '@toolwright/redaction'],
  ...['@toolwright/capabilities', '@toolwright/mcp', '@toolwright/store'],
]);

/** Caches results by symbol, because finding a package reads the disk. */
export function createLibrarySymbols(compiler: Compiler, disk: Disk): LibrarySymbols {
  const { ts, checker } = compiler;
  const packageOf = createPackageLookup(disk);
  const marks = new Map<ts.Symbol, MarkName | undefined>();
  const modules = new Map<ts.Symbol, readonly string[]>();
  const targetOf = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

  const isDeclaredIn = (symbol: ts.Symbol, name: string): boolean =>
    symbol.name === name &&
    (symbol.declarations ?? []).some((declaration) => {
      const found = packageOf(path.dirname(declaration.getSourceFile().fileName));
      return found !== undefined && PACKAGES.has(found);
    });

  const isOfPlatform = ({ declarations = [] }: ts.Symbol): boolean =>
    declarations.some((declaration) => {
      const file = declaration.getSourceFile();
      return (
        compiler.program.isSourceFileDefaultLibrary(file) ||
        packageOf(path.dirname(file.fileName)) === '@types/node'
      );
    });

  const isContent = (type: ts.Type): boolean => {
    const symbol = type.getSymbol();
    if (symbol === undefined) return false;
    if (BLOBS.has(symbol.name)) return isOfPlatform(symbol);
    return CONTENT.has(symbol.name) && isDeclaredIn(symbol, symbol.name);
  };

  const held = new Map<ts.Type, boolean>();
  const holds = (type: ts.Type, depth: number): boolean => {
    if (type.isUnion()) return type.types.some((member) => holds(member, depth));
    if (depth === 0 || !(type.flags & ts.TypeFlags.Object)) return false;
    const known = held.get(type);
    if (known !== undefined) return known;
    // A recursive type contains content only if its other members do.
    held.set(type, false);
    const answer = isContent(type) || partsOf(type).some((part) => holds(part, depth - 1));
    held.set(type, answer);
    return answer;
  };

  /** Returns the types of a type's elements or members. Skips classes, which have methods, and the many members of lists. */
  const partsOf = (type: ts.Type): readonly ts.Type[] => {
    if (checker.isArrayType(type) || checker.isTupleType(type))
      return isReference(ts, type) ? checker.getTypeArguments(type) : [];
    if (type.isClass() || type.getCallSignatures().length > 0) return [];
    return checker.getPropertiesOfType(type).map((member) => checker.getTypeOfSymbol(member));
  };

  const symbols: LibrarySymbols = {
    holdsContent: (type) => holds(type, MAX_DEPTH),
    isNamed: (symbol, name) => symbol !== undefined && isDeclaredIn(targetOf(symbol), name),
    markOf(symbol) {
      if (symbol === undefined || marks.has(symbol)) return symbol && marks.get(symbol);
      // A constant that refers to itself is an error in the program, but must not cause an endless loop here.
      marks.set(symbol, undefined);
      const target = targetOf(symbol);
      const own = MARK_NAMES.find((name) => isDeclaredIn(target, name));
      const answer = own ?? symbols.markOf(findOriginal(target, compiler));
      marks.set(symbol, answer);
      return answer;
    },
    namesInModule(symbol) {
      const target = symbol && targetOf(symbol);
      if (target === undefined || !(target.flags & ts.SymbolFlags.Module)) return [];
      const known = modules.get(target);
      if (known !== undefined) return known;
      const found = checker.getExportsOfModule(target).filter(symbols.markOf);
      const names = found.map(({ name }) => name);
      modules.set(target, names);
      return names;
    },
    appOfContext(type) {
      if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Union))) return undefined;
      const named = type.isUnion() ? soleMember(type, ts) : type;
      if (named === undefined) return undefined;
      // An alias in the user's code, such as `type UserContext = ToolContext<User>`, takes precedence over the interface.
      const symbols = [named.aliasSymbol, named.getSymbol()];
      if (!symbols.some((symbol) => symbol && isDeclaredIn(symbol, 'ToolContext'))) return undefined;
      // In releases without `App`, the interface is not generic.
      const [app] = isReference(ts, named) ? checker.getTypeArguments(named) : [];
      return app ?? checker.getUnknownType();
    },
  };
  return symbols;
}

/**
 * Returns the symbol that a constant aliases: `const mark = tool`, or `const mark: typeof tool` in a declaration file. Resolves no types.
 */
function findOriginal({ valueDeclaration }: ts.Symbol, { ts, checker }: Compiler): ts.Symbol | undefined {
  if (valueDeclaration === undefined || !ts.isVariableDeclaration(valueDeclaration)) return undefined;
  const { parent, initializer, type } = valueDeclaration;
  if (!(parent.flags & ts.NodeFlags.Const)) return undefined;
  if (initializer === undefined && type !== undefined && ts.isTypeQueryNode(type))
    return checker.getSymbolAtLocation(type.exprName);
  if (initializer === undefined) return undefined;
  if (ts.isIdentifier(initializer)) return checker.getSymbolAtLocation(initializer);
  if (!ts.isPropertyAccessExpression(initializer) || !ts.isIdentifier(initializer.expression))
    return undefined;
  const owner = checker.getSymbolAtLocation(initializer.expression);
  if (owner === undefined || !(owner.flags & ts.SymbolFlags.Alias)) return undefined;
  const module = checker.getAliasedSymbol(owner);
  return module.flags & ts.SymbolFlags.Module
    ? checker.tryGetMemberInModuleExports(initializer.name.text, module)
    : undefined;
}

/** Returns the only member of a union other than null and undefined, if there is just one. */
function soleMember({ types }: ts.UnionType, { TypeFlags }: Compiler['ts']): ts.Type | undefined {
  const members = types.filter(({ flags }) => !(flags & (TypeFlags.Null | TypeFlags.Undefined)));
  return members.length === 1 ? members[0] : undefined;
}

/** Finds the name of the package that contains a folder: from the nearest package.json with a name. */
function createPackageLookup(disk: Disk): (dir: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const find = (dir: string): string | undefined => {
    if (known.has(dir)) return known.get(dir);
    const text = disk.readFile(`${dir}/package.json`) ?? '';
    const own = /"name"\s*:\s*"([^"]+)"/.exec(text)?.[1];
    const parent = path.dirname(dir);
    const name = own ?? (parent === dir ? undefined : find(parent));
    known.set(dir, name);
    return name;
  };
  return find;
}
