import type { ts } from 'ts-morph';
import type { TypeNode } from '../../../ir/type-node.js';
import { type Failure, isFailure, joinFailures, type Lowered, mustSettle } from '../../problem.js';
import type { Walk } from '../../walk.js';
import type { Annotation } from '../../written/annotation.js';
import { findDiscriminator } from './discriminator.js';
import { applyUnionMemberDocs, reportLostDocs } from './union-docs.js';
import { unionParts } from './union-parts.js';

type LiteralValue = string | number | boolean | null;

/** A union as it was declared. The owner of the value handles `undefined`. */
export function lowerUnion(walk: Walk, union: ts.UnionType, annotation: Annotation | undefined): Lowered {
  const parts = unionParts(walk.compiler, union, annotation);
  const nodes: TypeNode[] = [];
  const failures: Failure[] = [];
  for (const part of parts) {
    const lowered = walk.lower(part.type, part.annotation);
    if (isFailure(lowered)) failures.push(lowered);
    else nodes.push(...membersOfEnum(walk, part.type, applyUnionMemberDocs(walk, lowered, part.annotation)));
  }
  reportLostDocs(
    walk,
    annotation,
    parts.map((part) => part.annotation),
  );
  if (failures.length > 0) return joinFailures(failures);
  const discriminator = findDiscriminator(
    walk.compiler,
    parts.map(({ type }) => type),
  );
  return (
    unionOf(nodes, discriminator) ?? mustSettle('TW2006', 'can only be undefined, which JSON does not have')
  );
}

/** The documented members of an enum become members of the union. */
function membersOfEnum({ compiler: { ts } }: Walk, type: ts.Type, node: TypeNode): readonly TypeNode[] {
  const isEnum = (type.flags & ts.TypeFlags.EnumLiteral) !== 0;
  return isEnum && node.kind === 'union' && node.docs === undefined ? node.members : [node];
}

/** A node for one of several types. Removes duplicates and joins literals at the place of the first. */
export function unionOf(nodes: readonly TypeNode[], discriminator?: string): TypeNode | undefined {
  const members = joinLiterals(withoutRepeats(nodes));
  const [first] = members;
  if (first === undefined || members.length === 1) return first;
  return { kind: 'union', members, ...(discriminator === undefined ? {} : { discriminator }) };
}

/** A type that may also be null. */
export function orNull(node: TypeNode): TypeNode {
  return unionOf([node, { kind: 'null' }]) ?? node;
}

function withoutRepeats(nodes: readonly TypeNode[]): readonly TypeNode[] {
  const kinds = new Map<TypeNode['kind'], number>();
  for (const { kind } of nodes) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const texts = nodes.map((node) => textOf(node, kinds));
  // A string that may be anything covers a branded one.
  const wide = new Set(nodes.map((node, index) => (isBranded(node) ? undefined : texts[index])));
  const seen = new Set<string>();
  return nodes.filter((node, index) => {
    const text = texts[index];
    if (text === undefined) return true;
    if (seen.has(text) || (isBranded(node) && wide.has(text))) return false;
    seen.add(text);
    return true;
  });
}

/** A text that equal types share; undefined for a type that no other can equal. */
function textOf(node: TypeNode, kinds: ReadonlyMap<TypeNode['kind'], number>): string | undefined {
  // Literals of a union differ already, and there may be thousands of them.
  if (node.kind === 'literal' || kinds.get(node.kind) === 1) return undefined;
  return JSON.stringify(isBranded(node) ? { ...node, branded: undefined } : node);
}

function isBranded(node: TypeNode): boolean {
  return node.kind === 'string' && node.branded === true;
}

function joinLiterals(nodes: readonly TypeNode[]): readonly TypeNode[] {
  const values: LiteralValue[] = [];
  const members: TypeNode[] = [];
  let place: number | undefined;
  const hasLiteral = nodes.some((node) => node.kind === 'literal' && node.docs === undefined);
  for (const node of nodes) {
    const value = hasLiteral ? plainValue(node) : undefined;
    if (value === undefined) {
      members.push(node);
      continue;
    }
    if (place === undefined) {
      place = members.length;
      members.push(node);
    }
    values.push(value);
  }
  if (place !== undefined && values.length > 1) members[place] = { kind: 'enum', values };
  return members;
}

function plainValue(node: TypeNode): LiteralValue | undefined {
  if (node.docs !== undefined) return undefined;
  if (node.kind === 'literal') return node.value;
  return node.kind === 'null' ? null : undefined;
}
