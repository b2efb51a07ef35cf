import type { JsonSchema } from '@toolwright/contract';
import { areExclusive } from '../../union/are-exclusive.js';
import { docComment } from '../doc-comment.js';
import { kindsOf } from './kinds-of.js';
import {
  DOCS,
  type PrintedType,
  type SourceContext,
  type SourcePlace,
  type WrittenType,
} from './source-place.js';
import { INDENT, joinMembers, type UnionMember } from './union-text.js';
import { UNSAID } from './unsaid.js';

/** Writes `anyOf` and `oneOf`. What is beside them holds for each branch. */
export function writeChoice(
  schema: JsonSchema,
  place: SourcePlace,
  context: SourceContext,
): Pick<WrittenType, 'type' | 'outer'> {
  const { anyOf, oneOf, ...rest } = schema;
  const keyword = anyOf === undefined ? 'oneOf' : 'anyOf';
  const branches = anyOf ?? oneOf ?? [];
  const others = Object.entries(anyOf !== undefined && oneOf !== undefined ? { ...rest, oneOf } : rest);
  const base = Object.fromEntries(others.filter(([name]) => !DOCS.has(name) && !UNSAID.has(name)));
  if (keyword === 'oneOf' && !areExclusive(branches, context.findDefinition))
    context.lose(place, 'oneOf', 'also accepts values of several alternatives');
  if (branches.length === 0) context.lose(place, keyword, 'allows no value, which no type says');
  const isAlone = loneKinds(branches, context);
  const margin = place.margin + INDENT;
  const members = branches.map((branch, index) => {
    const at = { path: `${place.path}/${keyword}/${index}`, name: `${place.name}${index + 1}`, margin };
    const isShared = Object.keys(base).length > 0 && !context.isExhausted(place);
    const whole = isShared ? { allOf: [branch, base] } : branch;
    return isAlone(branch) ? writeBranch(whole, at, context) : writeCrowded(whole, at, context);
  });
  return joinMembers(members, place, context);
}

/** Tells branches whose types no other branch has. */
function loneKinds(branches: readonly JsonSchema[], context: SourceContext): (branch: JsonSchema) => boolean {
  const kinds = new Map(branches.map((branch) => [branch, kindsOf(branch, context)]));
  const counts = new Map<string, number>();
  for (const own of kinds.values()) for (const kind of own) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return (branch) => [...(kinds.get(branch) ?? [])].every((kind) => counts.get(kind) === 1);
}

function writeBranch(branch: JsonSchema, at: SourcePlace, context: SourceContext): UnionMember {
  const { constraints, docs, ...written } = context.write(branch, at, 'branch');
  const tags = [...docs.tags, ...constraints.map(({ tag }) => tag)];
  return toMember({ ...written, docs: { text: docs.text, tags } }, at, context);
}

/**
 * Writes a branch beside another one of the same type. The compiler makes one member of both, and of a literal and its type, unless their
 * types differ.
 */
function writeCrowded(branch: JsonSchema, at: SourcePlace, context: SourceContext): UnionMember {
  const { $ref, ...own } = branch;
  const target = context.findDefinition($ref);
  return toMember(
    context.write(target === undefined ? branch : { ...target, ...own }, at, 'type'),
    at,
    context,
  );
}

function toMember(
  { type, docs, outer }: PrintedType & Pick<WrittenType, 'outer'>,
  at: SourcePlace,
  context: SourceContext,
): UnionMember {
  if (outer !== 'union') return { type, comment: docComment(docs, at.margin), path: at.path };
  // The compiler makes one union of both, so that nothing of the inner one is left to be documented.
  if (docs.text !== '') context.lose(at, 'description', 'a choice within a choice has no comment');
  for (const tag of docs.tags) context.lose(at, tag, 'a choice within a choice has no comment');
  return { type: `(${type})`, comment: '', path: at.path };
}
