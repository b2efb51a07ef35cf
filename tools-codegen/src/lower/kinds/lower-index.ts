import { compilePattern } from '@toolwright/json-schema';
import type { ts } from 'ts-morph';
import type { ObjectNode, PropertyNode, TypeNode } from '../../ir/type-node.js';
import { leftOutMessage } from '../left-out.js';
import { type Failure, isFailure, joinFailures, mustSettle, within } from '../problem.js';
import type { Walk } from '../walk.js';
import type { Annotation } from '../written/annotation.js';
import { ownNode } from '../written/is-foreign.js';
import type { MemberAnnotations } from '../written/member-annotation.js';
import { applyIndexDocs } from './apply-member-docs.js';
import { escapePattern, templatePattern } from './template-pattern.js';

/** The value types of keys that an object type does not list. */
export interface LoweredIndexes {
  readonly kind: 'indexes';
  readonly additional: TypeNode | undefined;
  readonly patterns: NonNullable<ObjectNode['patterns']>;
}

/** Keys of arrays and of `Record<number, …>`: numbers as JavaScript writes them. */
const NUMERIC_KEY = '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$';

/** Lowers index signatures, including those of mapped types over `string` and patterns. */
export function lowerIndexes(
  walk: Walk,
  type: ts.Type,
  annotations: readonly MemberAnnotations[],
  properties: readonly PropertyNode[],
): LoweredIndexes | Failure {
  const { ts, checker } = walk.compiler;
  let additional: TypeNode | undefined;
  const patterns: { pattern: string; type: TypeNode }[] = [];
  const failures: Failure[] = [];
  for (const info of checker.getIndexInfosOfType(type)) {
    // An index signature of type `never` has no values.
    if ((info.type.flags & ts.TypeFlags.Never) !== 0) continue;
    if ((info.keyType.flags & ts.TypeFlags.ESSymbol) !== 0) {
      reportSymbols(walk, ownNode(walk.compiler, info.declaration));
      continue;
    }
    const pattern = keyPattern(walk, info.keyType);
    const lowered =
      pattern === 'none'
        ? mustSettle('TW2018', 'has keys that no pattern describes', 'Use a simpler template, or `string`.')
        : walk.lower(info.type, indexAnnotation(walk, info, annotations), 'Value', info.declaration);
    if (isFailure(lowered)) failures.push(within('[key]', lowered, ownNode(walk.compiler, info.declaration)));
    else {
      const described = applyIndexDocs(walk, type, info, annotations, lowered);
      if (pattern === 'any') additional = described;
      else patterns.push({ pattern: exceptNames(pattern, properties), type: described });
    }
  }
  return failures.length > 0 ? joinFailures(failures) : { kind: 'indexes', additional, patterns };
}

function reportSymbols({ position, report }: Walk, node: ts.Node | undefined): void {
  if (position === 'output' || node === undefined) return;
  const part = { part: `\`${node.getText()}\``, says: 'has symbol keys, which JSON does not support' };
  report({ code: 'TW2047', node, message: leftOutMessage(undefined, [part]) });
}

function keyPattern(walk: Walk, key: ts.Type): string {
  const { ts } = walk.compiler;
  if ((key.flags & ts.TypeFlags.String) !== 0) return 'any';
  if ((key.flags & ts.TypeFlags.Number) !== 0) return NUMERIC_KEY;
  if (!key.isIntersection()) return templatePattern(ts, key) ?? 'none';
  // In a branded or tagged key, only the pattern of a tag can constrain the key.
  const lowered = walk.lower(key, undefined);
  if (lowered.kind === 'number') return NUMERIC_KEY;
  return lowered.kind === 'string' ? (lowered.pattern ?? lowered.template ?? 'any') : 'none';
}

function indexAnnotation(
  { compiler: { ts } }: Walk,
  { declaration }: ts.IndexInfo,
  annotations: readonly MemberAnnotations[],
): Annotation | undefined {
  const [sole, ...others] = annotations;
  if (sole === undefined || others.length > 0) return undefined;
  if (sole.template !== undefined) return sole.template;
  return declaration !== undefined && ts.isIndexSignatureDeclaration(declaration)
    ? { node: declaration.type, bindings: sole.bindings }
    : undefined;
}

/** Excludes the named properties from a pattern: their own types are narrower, and strict validators refuse the overlap. */
function exceptNames(pattern: string, properties: readonly PropertyNode[]): string {
  const names = properties.map(({ name }) => name).filter((name) => compilePattern(pattern).test(name));
  return names.length === 0 ? pattern : `^(?!(?:${names.map(escapePattern).join('|')})$)${pattern.slice(1)}`;
}
