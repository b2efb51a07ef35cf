import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';
import { nameOf } from './declared-code.js';
import type { UnitFacts } from './unit-facts.js';
import { becomesCode, UNTYPED_CODE } from './untyped-flows.js';

/**
 * Records uses of an object whose type does not show what it runs: members of untyped values, and any use of a `Proxy`.
 * @param declaration The declaration of the object's name.
 * @param assigned The value in the export or assignment that declares it.
 * @param isMember Whether a member of the object is used.
 */
export function readReceiver(
  declaration: ts.Declaration,
  assigned: ts.Expression | undefined,
  at: ts.Node,
  isMember: boolean,
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
  if (isMember && (values.some(isUntyped) || someStored(untypedStored, stored, isUntyped)))
    facts.unknown(UNTYPED_CODE, at);
  // `const { proxy } = Proxy.revocable(…)`
  const holder = ts.isBindingElement(declaration) ? declaration.parent.parent : undefined;
  if (holder !== undefined && ts.isVariableDeclaration(holder) && holder.initializer !== undefined)
    values.push(holder.initializer);
  const isProxy = (value: ts.Expression): boolean => makesProxy(value, ts);
  if (values.some(isProxy) || someStored(proxiesStored, stored, isProxy))
    facts.unknown('a member of a `Proxy`', at);
}

function makesProxy(value: ts.Expression, ts_: typeof ts): boolean {
  const made = unwrap(value, ts_);
  const isMade = ts_.isNewExpression(made) || ts_.isCallExpression(made);
  return isMade && /^(?:globalThis\.)?Proxy(?:\.revocable)?$/.test(calleeName(made.expression, ts_));
}

/** Returns the text of a short callee. */
function calleeName(callee: ts.Expression, ts_: typeof ts): string {
  const isShort = ts_.isIdentifier(callee) || ts_.isPropertyAccessExpression(callee);
  return isShort && callee.end - callee.pos < 40 ? callee.getText() : '';
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
