import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type Annotation, noBindings } from './annotation.js';

/** Finds the type node of a type at a declaration, or inside `Promise<…>`; undefined if the type was inferred. */
export function findAnnotation(
  { ts, checker }: Compiler,
  type: ts.Type,
  at: ts.Node,
): Annotation | undefined {
  const written = writtenType(ts, at);
  const candidates = written === undefined ? [] : [written, ...argumentsOf(ts, written)];
  const exact = candidates.find((node) => checker.getTypeFromTypeNode(node) === type);
  // The type of an optional parameter contains an `undefined` that is not in the source.
  const node =
    exact ??
    candidates.find(
      (candidate) => checker.getTypeFromTypeNode(candidate) === checker.getNonNullableType(type),
    );
  const fallback = written !== undefined && argumentsOf(ts, written).length === 0 ? written : undefined;
  const found = node ?? fallback;
  return found === undefined ? undefined : { node: found, bindings: noBindings };
}

function writtenType(ts_: typeof ts, at: ts.Node): ts.TypeNode | undefined {
  if (ts_.isTypeNode(at)) return at;
  if (ts_.isFunctionLike(at) || ts_.isTypeAliasDeclaration(at)) return at.type;
  const isValue =
    ts_.isParameter(at) ||
    ts_.isVariableDeclaration(at) ||
    ts_.isPropertySignature(at) ||
    ts_.isPropertyDeclaration(at);
  return isValue ? at.type : undefined;
}

function argumentsOf(ts_: typeof ts, node: ts.TypeNode): readonly ts.TypeNode[] {
  return ts_.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
}
