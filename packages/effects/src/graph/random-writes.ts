import type { ts } from 'ts-morph';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from '../walk/analysis.js';
import { isWithin } from '../walk/positions.js';
import type { CodeGraph, CodeUnit, Fact } from './code-graph.js';
import type { WaysToUse } from './nearest-uses.js';

/** The units with a path to each effect. */
export type Ways = ReadonlyMap<string, WaysToUse>;

type Reading = Pick<Analysis, 'compiler' | 'symbolOf'>;

/** Effects that store their input. */
const WRITES = ['fs.write', 'db'];

/**
 * Finds calls that write a random value: the value is in their arguments, or in a local variable in their arguments.
 * @returns The first such call in each unit.
 */
export function findRandomWrites(graph: CodeGraph, ways: Ways, analysis: Reading): Map<CodeUnit, Fact> {
  const found = new Map<CodeUnit, Fact>();
  const leadsTo = (fact: Fact, effects: readonly string[]): boolean =>
    fact.kind === 'use'
      ? effects.includes(fact.effect)
      : effects.some((effect) => ways.get(effect)?.has(fact.to) ?? false);
  for (const [unit] of ways.get('random') ?? []) {
    if (!WRITES.some((effect) => ways.get(effect)?.has(unit))) continue;
    const facts = graph.get(unit) ?? [];
    const random = facts.filter((fact) => leadsTo(fact, ['random']));
    const renamed = renamedIn(unit, analysis);
    const write = facts.find((fact) => {
      const inputs = leadsTo(fact, WRITES) ? inputsOf(fact.at, unit, renamed, analysis) : [];
      return random.some(({ at }) => inputs.some((input) => isWithin(at, input)));
    });
    if (write !== undefined) found.set(unit, write);
  }
  return found;
}

/**
 * Returns the arguments of a call, and the values of the local variables in them. The name of a file that the unit renames is left out:
 * it does not last, however random it is.
 */
function inputsOf(
  call: ts.Node,
  unit: CodeUnit,
  renamed: ReadonlySet<ts.Node>,
  { compiler: { ts }, symbolOf }: Reading,
): readonly ts.Node[] {
  if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return [];
  const inputs = new Set<ts.Node>(call.arguments);
  // A loop over a set also visits the elements added during the loop.
  for (const input of inputs)
    walkNodes(ts, [input], (node) => {
      if (!ts.isIdentifier(node)) return true;
      const declaration = symbolOf(node)?.valueDeclaration;
      const isLocal =
        declaration !== undefined && ts.isVariableDeclaration(declaration) && isWithin(declaration, unit);
      if (isLocal && declaration.initializer !== undefined && !renamed.has(declaration))
        inputs.add(declaration.initializer);
      return false;
    });
  return [...inputs];
}

/** Returns the variables that a unit passes to `rename` as the old name. */
function renamedIn(unit: CodeUnit, { compiler: { ts }, symbolOf }: Reading): ReadonlySet<ts.Node> {
  const renamed = new Set<ts.Node>();
  walkNodes(ts, [unit], (node) => {
    if (!ts.isCallExpression(node) || !/\brename(?:Sync)?$/.test(node.expression.getText())) return true;
    const [from] = node.arguments;
    const variable = from && ts.isIdentifier(from) ? symbolOf(from)?.valueDeclaration : undefined;
    if (variable !== undefined) renamed.add(variable);
    return true;
  });
  return renamed;
}
