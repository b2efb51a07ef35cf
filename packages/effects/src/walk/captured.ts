import type { ts } from 'ts-morph';
import type { CodeUnit } from '../graph/code-graph.js';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from './analysis.js';
import { isVariable } from './declarations.js';
import { isWithin, scopeOf } from './positions.js';

/**
 * Finds the variables that code uses from enclosing functions that did not run on the path to the code: `fn` in `function make(fn) { return
 * { run: () => fn() }; }`, for a call to `run` outside `make`.
 */
export function createCaptures({
  compiler: { ts },
  types,
  compiler: { checker },
  symbolOf,
}: Pick<Analysis, 'compiler' | 'types' | 'symbolOf'>): (to: CodeUnit, at: ts.Node) => readonly CodeUnit[] {
  const known = new Map<CodeUnit, readonly ts.Declaration[]>();
  const capturedIn = (unit: CodeUnit): readonly ts.Declaration[] => {
    const found = new Set<ts.Declaration>();
    walkNodes(ts, [unit], (node) => {
      if (ts.isTypeNode(node)) return false;
      if (!ts.isIdentifier(node)) return true;
      const declaration = symbolOf(node)?.valueDeclaration;
      if (declaration === undefined || !isVariable(declaration, ts) || isWithin(declaration, unit))
        return false;
      const isOfFunction =
        isWithin(unit, scopeOf(declaration, ts)) && !ts.isSourceFile(scopeOf(declaration, ts));
      if (isOfFunction && types.holdsCode(checker.getTypeAtLocation(node))) found.add(declaration);
      return false;
    });
    return [...found];
  };
  return (to, at) => {
    if (ts.isSourceFile(to) || ts.isParameter(to)) return [];
    const scope = scopeOf(to, ts);
    if (ts.isSourceFile(scope) || isWithin(at, scope)) return [];
    const captured = known.get(to) ?? capturedIn(to);
    known.set(to, captured);
    return captured.filter((variable) => !isWithin(at, scopeOf(variable, ts)));
  };
}
