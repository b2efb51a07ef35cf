import type { ts } from 'ts-morph';
import type { TypeNode } from '../../ir/type-node.js';
import { type Lowered, mustSettle, within } from '../problem.js';
import type { Walk } from '../walk.js';
import { ownNode } from '../written/is-foreign.js';

/** A string, number or boolean literal, also as the member of an enum. */
export function lowerLiteral({ compiler: { checker } }: Walk, type: ts.Type): Lowered {
  if (type.isStringLiteral()) return { kind: 'literal', value: type.value };
  if (type.isNumberLiteral()) {
    return Number.isFinite(type.value) ? { kind: 'literal', value: type.value } : notFinite(type.value);
  }
  return { kind: 'literal', value: type === checker.getTrueType() };
}

/** All values of an enum, in the order of its declarations; members that share a value count once. */
export function lowerEnum({ compiler }: Walk, { symbol }: ts.Type): Lowered {
  const { ts, checker } = compiler;
  const values = new Set<string | number>();
  const declarations = (symbol.declarations ?? []).filter(ts.isEnumDeclaration);
  for (const member of declarations.flatMap(({ members }) => [...members])) {
    const value = checker.getConstantValue(member);
    const step = `.${member.name.getText()}`;
    if (value === undefined) return within(step, computed(), ownNode(compiler, member.name));
    if (typeof value === 'number' && !Number.isFinite(value))
      return within(step, notFinite(value), ownNode(compiler, member.name));
    values.add(value);
  }
  return enumOf([...values]);
}

/** An enum member whose value the compiler does not know. */
export function computed(): Lowered & { kind: 'failure' } {
  return mustSettle('TW2011', 'has a value that is computed at run time');
}

function enumOf(values: readonly (string | number)[]): TypeNode {
  const [first] = values;
  return values.length === 1 && first !== undefined
    ? { kind: 'literal', value: first }
    : { kind: 'enum', values };
}

function notFinite(value: number): Lowered & { kind: 'failure' } {
  return mustSettle('TW2016', `can be ${value}, which JSON cannot write`);
}
