import type { ts } from 'ts-morph';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from '../walk/analysis.js';
import { isWithin } from '../walk/positions.js';
import type { CodeGraph, CodeUnit, Fact } from './code-graph.js';
import type { WaysToUse } from './nearest-uses.js';

/** The units with a path to each effect. */
export type Ways = ReadonlyMap<string, WaysToUse>;

/** Effects that store their input. */
const WRITES = ['fs.write', 'db'];

/**
 * Finds calls that write a random value: the value is in their arguments, or in a local variable in their arguments.
 * @returns The first such call in each unit.
 */
export function findRandomWrites(
  graph: CodeGraph,
  ways: Ways,
  analysis: Pick<Analysis, 'compiler' | 'symbolOf'>,
): Map<CodeUnit, Fact> {
  const found = new Map<CodeUnit, Fact>();
  const leadsTo = (fact: Fact, effects: readonly string[]): boolean =>
    fact.kind === 'use'
      ? effects.includes(fact.effect)
      : effects.some((effect) => ways.get(effect)?.has(fact.to) ?? false);
  for (const [unit] of ways.get('random') ?? []) {
    if (!WRITES.some((effect) => ways.get(effect)?.has(unit))) continue;
    const facts = graph.get(unit) ?? [];
    const random = facts.filter((fact) => leadsTo(fact, ['random']));
    const write = facts.find((fact) => {
      const inputs = leadsTo(fact, WRITES) ? inputsOf(fact.at, unit, analysis) : [];
      return random.some(({ at }) => inputs.some((input) => isWithin(at, input)));
    });
    if (write !== undefined) found.set(unit, write);
  }
  return found;
}

/** Returns the arguments of a call, and the values of the local variables in them. */
function inputsOf(
  call: ts.Node,
  unit: CodeUnit,
  { compiler: { ts }, symbolOf }: Pick<Analysis, 'compiler' | 'symbolOf'>,
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
      if (isLocal && declaration.initializer !== undefined) inputs.add(declaration.initializer);
      return false;
    });
  return [...inputs];
}
