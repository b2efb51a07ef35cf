import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';

/** The classes of a project, and their base classes in its own sources. */
export interface ClassHierarchy {
  /** Returns the base classes of a class, nearest first. */
  ancestors(node: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[];
  /** Returns all subclasses of a class, sorted by file and line. */
  descendants(node: ts.ClassLikeDeclaration): readonly ts.ClassDeclaration[];
  /** All classes with a base class, each after its base class. */
  readonly extending: readonly ts.ClassDeclaration[];
  /** For each file, the other files that declare base classes of its classes. */
  readonly basesByFile: ReadonlyMap<string, readonly string[]>;
}

/** Reads `extends` clauses at the top level of the files. Resolves no types. */
export function createClassHierarchy(files: readonly ts.SourceFile[], compiler: Compiler): ClassHierarchy {
  const { ts } = compiler;
  const chains = new Map<ts.ClassLikeDeclaration, readonly ts.ClassLikeDeclaration[]>();
  const ancestors = (node: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[] => {
    const known = chains.get(node);
    if (known !== undefined) return known;
    // A class that extends itself is an error in the program, but must not cause an endless loop here.
    chains.set(node, []);
    const base = findBase(node, compiler);
    const chain = base === undefined ? [] : [base, ...ancestors(base)];
    chains.set(node, chain);
    return chain;
  };
  const extending = files
    .flatMap((file) => file.statements.filter(ts.isClassDeclaration))
    .filter((node) => ancestors(node).length > 0)
    .sort((a, b) => ancestors(a).length - ancestors(b).length);
  return {
    ancestors,
    descendants: (node) => extending.filter((candidate) => ancestors(candidate).includes(node)),
    extending,
    basesByFile: findBases(extending, ancestors),
  };
}

function findBases(
  extending: readonly ts.ClassDeclaration[],
  ancestors: ClassHierarchy['ancestors'],
): Map<string, string[]> {
  const bases = new Map<string, string[]>();
  for (const node of extending) {
    const { fileName } = node.getSourceFile();
    const base = ancestors(node)[0]?.getSourceFile().fileName;
    if (base !== undefined && base !== fileName) bases.set(fileName, [...(bases.get(fileName) ?? []), base]);
  }
  return bases;
}

function findBase(
  node: ts.ClassLikeDeclaration,
  { ts, checker }: Compiler,
): ts.ClassLikeDeclaration | undefined {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const expression = clause?.types[0]?.expression;
  if (expression === undefined) return undefined;
  const symbol = checker.getSymbolAtLocation(expression);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.declarations?.find(ts.isClassLike);
}
