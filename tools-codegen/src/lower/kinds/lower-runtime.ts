import type { ts } from 'ts-morph';
import type { CodecNode } from '../../ir.js';
import { cannotCarry, isFailure, type Lowered, mustSettle, within } from '../problem.js';
import type { Walk } from '../walk.js';
import { type Annotation, writtenArguments } from '../written/annotation.js';
import type { RuntimeKind } from './runtime-types.js';
import { isReference } from './type-kinds.js';

/** A type of the standard library that is more than its members. */
export function lowerRuntime(
  walk: Walk,
  type: ts.Type,
  runtime: RuntimeKind,
  annotation: Annotation | undefined,
): Lowered {
  const { name } = type.symbol;
  switch (runtime.kind) {
    case 'codec':
      return lowerCodec(walk, runtime.codec, typeArguments(walk, type), annotation);
    case 'wrapper':
      return mustSettle('TW2015', `is the wrapper type \`${name}\``, `Write \`${runtime.plain}\`.`);
    case 'function':
      return cannotCarry('TW2001', 'is a function, which JSON cannot carry');
    case 'opaque':
      return cannotCarry('TW2008', `is ${article(name)} \`${name}\`, which lives only at run time`);
    default:
      return runtime satisfies never;
  }
}

/** @param elements Types of the elements, or of keys and values. */
function lowerCodec(
  walk: Walk,
  codec: CodecNode['codec'],
  elements: readonly ts.Type[] = [],
  annotation?: Annotation,
): Lowered {
  if (codec !== 'map' && codec !== 'set') return { kind: 'codec', codec };
  const written = annotation === undefined ? [] : writtenArguments(walk.compiler.ts, annotation.node);
  const lowered = elements.map((element, index) => {
    const node = written[index];
    return walk.lower(element, node && annotation && { node, bindings: annotation.bindings });
  });
  const failure = lowered.find(isFailure);
  if (failure !== undefined) return within('[]', failure);
  const [first, second] = lowered.filter((node) => !isFailure(node));
  if (codec === 'set') return { kind: 'codec', codec, ...(first === undefined ? {} : { items: first }) };
  return { kind: 'codec', codec, ...(first && second ? { keys: first, items: second } : {}) };
}

function typeArguments({ compiler: { ts, checker } }: Walk, type: ts.Type): readonly ts.Type[] {
  return isReference(ts, type) ? checker.getTypeArguments(type) : [];
}

function article(name: string): string {
  return /^[AEIO]/.test(name) ? 'an' : 'a';
}
