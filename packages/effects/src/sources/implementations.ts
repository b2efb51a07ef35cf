import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { createShapes } from './shapes.js';
import { addTo, type CodeMember, type SourceIndex } from './source-index.js';

/** Finds the code behind names that have several implementations or are implemented elsewhere. */
export interface Implementations {
  /** Returns the methods and accessors of subclasses that override a member of a class. */
  overridesOf(member: ts.ClassElement, name: string): readonly CodeMember[];
  /** Returns the members of classes and objects in the program that may implement a member of an interface. */
  membersLike(name: string, holder: ts.Type, declaration: ts.Declaration): readonly CodeMember[];
  /** Returns a member that every implementation of an interface has; undefined if no such member is certain. */
  markOf(holder: ts.Type): string | undefined;
  /** Whether a member with this name in one of the files may implement an interface with this mark. */
  hasMarked(name: string, mark: string, files: ReadonlySet<string>): boolean;
  /** Returns the values that the program stores under a declared name after its declaration. Always returns the same list. */
  storedUnder(declaration: ts.Declaration, name: string): readonly ts.Expression[];
  /** Returns all `new` expressions of a class. */
  constructionsOf(owner: ts.ClassLikeDeclaration): readonly ts.NewExpression[];
  subclassesOf(owner: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[];
  /** Whether a member belongs to a subclass of a class, or to a class that implements an interface. */
  isHeir(member: CodeMember, base: ts.Node): boolean;
  /** Returns all members with this name, wherever they are declared. */
  named(name: string): readonly CodeMember[];
  /**
   * Whether any object literal in the program has a getter. Most programs have none, so no types are needed to find the getters of a value.
   */
  readonly hasObjectGetters: boolean;
  /** Whether a getter or setter with this name is declared anywhere. */
  hasAccessor(name: string): boolean;
  callsOf(declaration: ts.SignatureDeclaration): readonly ts.CallExpression[];
}

type ClassLike = ts.ClassLikeDeclaration;

/** Looks names up first, and asks the checker only about matches. */
export function createImplementations(
  index: SourceIndex,
  compiler: Compiler,
  symbolOf: (node: ts.Node) => ts.Symbol | undefined,
): Implementations {
  const { ts } = compiler;
  const { direct, heirs } = readHierarchy(index.classes, ts, symbolOf);
  const constructions = new Map<ClassLike, ts.NewExpression[]>();
  for (const construction of index.constructions) {
    const owner = symbolOf(construction.expression)?.valueDeclaration;
    if (owner !== undefined && ts.isClassLike(owner)) addTo(constructions, owner, construction);
  }
  const descendants = new Map<ClassLike, readonly ClassLike[]>();
  const subclassesOf = (owner: ClassLike): readonly ClassLike[] => {
    const known = descendants.get(owner);
    if (known !== undefined) return known;
    const found = new Set(direct.get(owner));
    for (const one of found) for (const next of direct.get(one) ?? []) found.add(next);
    descendants.set(owner, [...found]);
    return [...found];
  };
  const shapes = createShapes(compiler);
  const alike = new Map<ts.Type, Map<ts.Declaration, readonly CodeMember[]>>();
  // Each name is resolved only once, for all queries.
  const storedByName = resolveByName(index.stored, ({ target }) => target, symbolOf);
  const stored = new Map<readonly unknown[], readonly ts.Expression[]>();
  const callsByName = resolveByName(index.calls, ({ expression }) => expression, symbolOf);
  const replaced = new Map<ts.ClassElement, readonly CodeMember[]>();
  return {
    subclassesOf,
    isHeir: (member, base) => heirs(ownerOf(member, ts), base),
    named: (name) => index.members.get(name) ?? [],
    hasObjectGetters: [...index.members.values()].some((members) =>
      members.some((one) => ts.isGetAccessor(one) && ts.isObjectLiteralExpression(one.parent)),
    ),
    hasAccessor: (name) => index.members.get(name)?.some((member) => ts.isAccessor(member)) ?? false,
    constructionsOf: (owner) => constructions.get(owner) ?? [],
    overridesOf: (member, name) => {
      const owner = member.parent;
      if (!ts.isClassLike(owner) || subclassesOf(owner).length === 0) return [];
      const known = replaced.get(member);
      if (known !== undefined) return known;
      const below = new Set<ts.Node>(subclassesOf(owner));
      const found = (index.members.get(name) ?? []).filter((one) => below.has(ownerOf(one, ts)));
      replaced.set(member, found);
      return found;
    },
    markOf: shapes.markOf,
    hasMarked: (name, mark, files) =>
      (index.members.get(name) ?? []).some((member) => {
        const owner = ownerOf(member, ts);
        const isHeir = ts.isClassLike(owner) && owner.heritageClauses !== undefined;
        return files.has(owner.getSourceFile().fileName) && (isHeir || shapes.has(owner, mark));
      }),
    membersLike: (name, holder, declaration) => {
      const known = alike.get(holder)?.get(declaration);
      if (known !== undefined) return known;
      const found = (index.members.get(name) ?? []).filter((member) => {
        const owner = ownerOf(member, ts);
        return heirs(owner, declaration.parent) || shapes.fits(owner, name, holder);
      });
      const byDeclaration = alike.get(holder) ?? new Map<ts.Declaration, readonly CodeMember[]>();
      alike.set(holder, byDeclaration.set(declaration, found));
      return found;
    },
    storedUnder: (declaration, name) => {
      const found = storedByName(name, declaration);
      const values = stored.get(found) ?? found.map(({ value }) => value);
      stored.set(found, values);
      return values;
    },
    callsOf: (declaration) => {
      const called = calledName(declaration, ts);
      return called === undefined ? [] : callsByName(called.name, called.holder);
    },
  };
}

/**
 * Returns the name by which a function is called, and the declaration of this name. An unnamed function is called by the name of its
 * variable.
 */
export function calledName(
  declaration: ts.SignatureDeclaration,
  ts_: typeof ts,
): { readonly name: string; readonly holder: ts.Node } | undefined {
  const name = ts_.getNameOfDeclaration(declaration);
  const holder = name === undefined ? declaration.parent : declaration;
  const called = ts_.isVariableDeclaration(holder) ? holder.name : name;
  return called !== undefined && 'text' in called ? { name: String(called.text), holder } : undefined;
}

const NONE: readonly never[] = [];

/** Groups the entries for a name by the declaration that the name refers to. */
function resolveByName<Item>(
  items: ReadonlyMap<string, readonly Item[]>,
  nameOf: (item: Item) => ts.Node,
  symbolOf: (node: ts.Node) => ts.Symbol | undefined,
): (name: string, declaration: ts.Node) => readonly Item[] {
  const known = new Map<string, Map<ts.Node, Item[]>>();
  const resolve = (name: string): Map<ts.Node, Item[]> => {
    const found = new Map<ts.Node, Item[]>();
    for (const item of items.get(name) ?? [])
      for (const declaration of symbolOf(nameOf(item))?.declarations ?? []) addTo(found, declaration, item);
    known.set(name, found);
    return found;
  };
  return (name, declaration) => (known.get(name) ?? resolve(name)).get(declaration) ?? NONE;
}

function ownerOf(member: CodeMember, ts_: typeof ts): ts.Node {
  return ts_.isParameter(member) ? member.parent.parent : member.parent;
}

interface Hierarchy {
  readonly direct: ReadonlyMap<ClassLike, readonly ClassLike[]>;
  /** Whether a class extends or implements a class or an interface, directly or through other classes. */
  heirs(owner: ts.Node, base: ts.Node): boolean;
}

function readHierarchy(
  classes: readonly ClassLike[],
  ts_: typeof ts,
  symbolOf: (node: ts.Node) => ts.Symbol | undefined,
): Hierarchy {
  const direct = new Map<ClassLike, ClassLike[]>();
  const bases = new Map<ts.Node, ts.Declaration[]>();
  for (const one of classes) {
    const named = (one.heritageClauses ?? []).flatMap(({ types }) =>
      types.flatMap(({ expression }) => symbolOf(expression)?.declarations ?? []),
    );
    bases.set(one, named);
    for (const base of named) if (ts_.isClassLike(base)) addTo(direct, base, one);
  }
  return {
    direct,
    heirs: (owner, base) => {
      const above = new Set<ts.Node>(bases.get(owner));
      for (const one of above) for (const next of bases.get(one) ?? []) above.add(next);
      return above.has(base);
    },
  };
}
