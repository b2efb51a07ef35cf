import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';
import { nameOf } from './declared-code.js';
import type { UnitFacts } from './unit-facts.js';
import { becomesCode, UNTYPED_CODE } from './untyped-flows.js';

/**
 * Records objects whose type does not show their methods: untyped values and `Proxy` objects.
 * @param declaration The declaration of the object's name.
 * @param assigned The value in the export or assignment that declares it.
 */
export function readReceiver(
  declaration: ts.Declaration,
  assigned: ts.Expression | undefined,
  at: ts.Node,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { compiler, implementations } = analysis;
  const { ts } = compiler;
  const stored = implementations.storedUnder(declaration, nameOf(declaration, ts));
  const values: ts.Expression[] = assigned === undefined ? [] : [assigned];
  // An initializer is always an expression.
  if ('initializer' in declaration && declaration.initializer !== undefined)
    values.push(declaration.initializer as ts.Expression);
  if (ts.isParameter(declaration) && ts.isConstructorDeclaration(declaration.parent)) {
    const index = declaration.parent.parameters.indexOf(declaration);
    for (const { arguments: args } of implementations.constructionsOf(declaration.parent.parent))
      values.push(...(args?.slice(index, index + 1) ?? []));
  }
  const isUntyped = (value: ts.Expression): boolean => becomesCode(unwrap(value, ts), analysis);
  const isProxy = (value: ts.Expression): boolean => isMadeBy('Proxy', value, ts);
  if (values.some(isUntyped) || someStored(untypedStored, stored, isUntyped)) facts.unknown(UNTYPED_CODE, at);
  if (values.some(isProxy) || someStored(proxiesStored, stored, isProxy))
    facts.unknown('a member of a `Proxy`', at);
}

function isMadeBy(name: string, value: ts.Expression, ts_: typeof ts): boolean {
  const made = unwrap(value, ts_);
  return ts_.isNewExpression(made) && ts_.isIdentifier(made.expression) && made.expression.text === name;
}

type Asked = WeakMap<readonly ts.Expression[], boolean>;
const untypedStored: Asked = new WeakMap();
const proxiesStored: Asked = new WeakMap();

/** Uses a cache, because each use of a name asks the same question about the name's stored values. */
function someStored(
  known: Asked,
  stored: readonly ts.Expression[],
  is: (value: ts.Expression) => boolean,
): boolean {
  const found = known.get(stored) ?? stored.some(is);
  known.set(stored, found);
  return found;
}
