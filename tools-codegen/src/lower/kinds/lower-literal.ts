import { readDocs, reportLooseDocs } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { applyDocs } from '../../docs/apply-docs.js';
import type { TypeNode } from '../../ir/type-node.js';
import { type Lowered, mustSettle, within } from '../problem.js';
import type { Walk } from '../walk.js';
import { ownNode } from '../written/is-foreign.js';
import { unionOf } from './union/lower-union.js';

/** Lowers a string, number or boolean literal, which may be an enum member. */
export function lowerLiteral(walk: Walk, type: ts.Type): Lowered {
  if (type.isNumberLiteral() && !Number.isFinite(type.value)) return notFinite(type.value);
  const { ts, checker } = walk.compiler;
  const value =
    type.isStringLiteral() || type.isNumberLiteral() ? type.value : type === checker.getTrueType();
  const isMember = (type.flags & ts.TypeFlags.EnumLiteral) !== 0;
  return described(walk, value, isMember ? type.symbol.valueDeclaration : undefined);
}

/** Lowers an enum to all of its values, in source order and without duplicates. */
export function lowerEnum(walk: Walk, { symbol }: ts.Type): Lowered {
  const { compiler } = walk;
  const { ts, checker } = compiler;
  const values = new Map<string | number, TypeNode>();
  const declarations = (symbol.declarations ?? []).filter(ts.isEnumDeclaration);
  for (const member of declarations.flatMap(({ members }) => [...members])) {
    const value = checker.getConstantValue(member);
    const step = `.${member.name.getText()}`;
    if (value === undefined) return within(step, computed(), ownNode(compiler, member.name));
    if (typeof value === 'number' && !Number.isFinite(value))
      return within(step, notFinite(value), ownNode(compiler, member.name));
    if (!values.has(value)) values.set(value, described(walk, value, member));
  }
  return unionOf([...values.values()]) ?? computed();
}

/** Returns a literal with the JSDoc of its enum member. */
function described(
  { compiler, definitions, report }: Walk,
  value: string | number | boolean,
  member: ts.Node | undefined,
): TypeNode {
  const node: TypeNode = { kind: 'literal', value };
  if (member === undefined) return node;
  reportLooseDocs(compiler, member, report);
  // Constraints have no meaning for a single value.
  return applyDocs(node, { ...readDocs(compiler, member), tags: [] }, definitions, report);
}

/** The failure for an enum member whose value the compiler cannot compute. */
export function computed(): Lowered & { kind: 'failure' } {
  return mustSettle('TW2011', 'has a value that is computed at run time');
}

function notFinite(value: number): Lowered & { kind: 'failure' } {
  return mustSettle('TW2016', `can be ${value}, which JSON cannot write`);
}
