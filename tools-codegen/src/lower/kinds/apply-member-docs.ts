import {
  type Docs,
  findMappedSource,
  isMapped,
  noDocs,
  readDocs,
  reportLooseDocs,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { applyDocs } from '../../docs/apply-docs.js';
import type { TypeNode } from '../../ir/type-node.js';
import type { Walk } from '../walk.js';
import { ownNode } from '../written/is-foreign.js';
import type { MemberAnnotations } from '../written/member-annotation.js';

/**
 * Adds the documentation of one member of an object type: its own JSDoc, and the JSDoc inside the braces of a mapped type, which applies to
 * all members. If a mapped type gives its members new types, its JSDoc takes precedence over that of the original members.
 */
export function applyMemberDocs(
  { compiler, definitions, report }: Walk,
  lowered: TypeNode,
  own: Docs,
  annotations: MemberAnnotations | undefined,
): TypeNode {
  const shared = annotations?.mapped === undefined ? noDocs : readDocs(compiler, annotations.mapped);
  const addShared = (node: TypeNode): TypeNode => applyDocs(node, shared, definitions, report);
  // In such a mapped type, tags of the original property may not fit the new type, and users cannot change that.
  if (annotations?.remapped === true) return addShared(applyDocs(lowered, own, definitions, () => {}));
  return applyDocs(addShared(lowered), own, definitions, report);
}

/** Adds the JSDoc of an index signature to its values, even through `Partial` and other mapped types. */
export function applyIndexDocs(
  walk: Walk,
  type: ts.Type,
  { keyType }: ts.IndexInfo,
  annotations: readonly MemberAnnotations[],
  lowered: TypeNode,
): TypeNode {
  const { compiler, report } = walk;
  const declarations = declarationsOf(walk, type, keyType);
  for (const declaration of declarations) {
    const own = ownNode(compiler, declaration);
    if (own !== undefined) reportLooseDocs(compiler, own, report);
  }
  const written = declarations.map((declaration) => readDocs(compiler, declaration));
  const mapped = annotations.find((each) => each.mapped !== undefined);
  const [last = noDocs, ...others] = written.toReversed();
  const inner = others.reduceRight((node, docs) => applyMemberDocs(walk, node, docs, undefined), lowered);
  return applyMemberDocs(walk, inner, last, mapped);
}

/** Maximum depth of nested mapped types. Handwritten types are never this deep. */
const MAX_DEPTH = 20;

/** Returns the declarations of a type's index signatures with the given key type. */
function declarationsOf(walk: Walk, type: ts.Type, key: ts.Type, depth = 0): readonly ts.Declaration[] {
  const { ts, checker } = walk.compiler;
  if (depth > MAX_DEPTH) return [];
  const inside = (part: ts.Type): readonly ts.Declaration[] => declarationsOf(walk, part, key, depth + 1);
  if (type.isIntersection()) return type.types.flatMap(inside);
  if (isMapped(ts, type)) {
    const source = findMappedSource(type);
    return source === undefined ? [] : inside(source);
  }
  return checker
    .getIndexInfosOfType(type)
    .flatMap(({ keyType, declaration }) =>
      keyType === key && declaration !== undefined && ts.isIndexSignatureDeclaration(declaration)
        ? [declaration]
        : [],
    );
}
