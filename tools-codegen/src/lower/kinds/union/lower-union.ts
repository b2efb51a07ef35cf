import type { ts } from 'ts-morph';
import type { LostPart, TypeNode } from '../../../ir/type-node.js';
import { canLeaveOut, leaveOut, withLost } from '../../left-out.js';
import { type Failure, isFailure, joinFailures, type Lowered, mustSettle } from '../../problem.js';
import type { Walk } from '../../walk.js';
import type { Annotation } from '../../written/annotation.js';
import { findDiscriminator } from './discriminator.js';
import { applyUnionMemberDocs, reportLostDocs } from './union-docs.js';
import { type UnionPart, unionParts } from './union-parts.js';

type LiteralValue = string | number | boolean | null;

/** Lowers a union as declared. The caller handles `undefined`. */
export function lowerUnion(walk: Walk, union: ts.UnionType, annotation: Annotation | undefined): Lowered {
  const parts = unionParts(walk.compiler, union, annotation);
  const nodes: TypeNode[] = [];
  const kept: UnionPart[] = [];
  const failed: (UnionPart & { readonly failure: Failure })[] = [];
  const lost: LostPart[] = [];
  for (const part of parts) {
    const lowered = walk.lower(part.type, part.annotation);
    if (isFailure(lowered)) {
      failed.push({ ...part, failure: lowered });
      continue;
    }
    const { lost: lostInside = [], ...node } = applyUnionMemberDocs(walk, lowered, part.annotation);
    lost.push(...lostInside);
    kept.push(part);
    nodes.push(...membersOfEnum(walk, part.type, node));
  }
  reportLostDocs(
    walk,
    annotation,
    parts.map((part) => part.annotation),
  );
  // A value that can only be null is useless to the method.
  const hasValues = nodes.some(({ kind }) => kind !== 'null');
  if (failed.length > 0 && !(hasValues && failed.every(({ failure }) => canLeaveOut(walk, failure))))
    return joinFailures(failed.map(({ failure }) => (parts.length > 1 ? asMember(failure) : failure)));
  for (const part of failed)
    lost.push(...leaveOut(walk, part.failure, part.type, part.annotation?.node, annotation?.node));
  const discriminator = findDiscriminator(
    walk.compiler,
    kept.map(({ type }) => type),
  );
  const rest = unionOf(nodes, discriminator);
  return rest === undefined
    ? mustSettle('TW2006', 'can only be undefined, which JSON does not support')
    : withLost(rest, lost);
}

/** Rewords the failure of a single member, because other members of the union may still be valid. */
function asMember(failure: Failure): Failure {
  const problems = failure.problems.map((problem) =>
    problem.path === '' ? { ...problem, says: problem.says.replace(/^is /, 'can be ') } : problem,
  );
  return { ...failure, problems };
}

/** Returns the members of an enum that has documented members, so that they become members of the union. */
function membersOfEnum({ compiler: { ts } }: Walk, type: ts.Type, node: TypeNode): readonly TypeNode[] {
  const isEnum = (type.flags & ts.TypeFlags.EnumLiteral) !== 0;
  return isEnum && node.kind === 'union' && node.docs === undefined ? node.members : [node];
}

/** Joins nodes into one. Removes duplicates, and joins literals at the position of the first. */
export function unionOf(nodes: readonly TypeNode[], discriminator?: string): TypeNode | undefined {
  const members = joinLiterals(withoutRepeats(nodes));
  const [first] = members;
  if (first === undefined || members.length === 1) return first;
  return { kind: 'union', members, ...(discriminator === undefined ? {} : { discriminator }) };
}

export function orNull(node: TypeNode): TypeNode {
  return unionOf([node, { kind: 'null' }]) ?? node;
}

function withoutRepeats(nodes: readonly TypeNode[]): readonly TypeNode[] {
  const kinds = new Map<TypeNode['kind'], number>();
  for (const { kind } of nodes) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const texts = nodes.map((node) => textOf(node, kinds));
  // An unconstrained string includes all branded strings.
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

/** Returns text that is equal for equal types; undefined for a type that cannot equal any other. */
function textOf(node: TypeNode, kinds: ReadonlyMap<TypeNode['kind'], number>): string | undefined {
  // The literals of a union already differ, and there may be thousands of them.
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
