import { type BuiltInName, builtIns } from '@toolwright/json-schema';
import { isReference } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { cannotCarry, isFailure, type Lowered, mustSettle, within } from '../problem.js';
import type { Walk } from '../walk.js';
import { type Annotation, writtenArguments } from '../written/annotation.js';
import type { RuntimeKind } from './runtime-types.js';

/** Lowers a type of the standard library that is not plain data. */
export function lowerRuntime(
  walk: Walk,
  type: ts.Type,
  runtime: RuntimeKind,
  annotation: Annotation | undefined,
): Lowered {
  switch (runtime.kind) {
    case 'codec':
      return lowerBuiltIn(walk, runtime.codec, typeArguments(walk, type), annotation);
    case 'wrapper':
      return mustSettle(
        'TW2015',
        `is the wrapper type \`${type.symbol.name}\``,
        `Write \`${runtime.plain}\`.`,
      );
    case 'function':
      return cannotCarry('TW2001', 'is a function, which JSON cannot carry');
    case 'opaque':
      return cannotCarry(
        'TW2008',
        `is ${article(runtime.name)} \`${runtime.name}\`, which exists only at run time`,
      );
    default:
      return runtime satisfies never;
  }
}

function lowerBuiltIn(
  walk: Walk,
  codec: BuiltInName,
  elements: readonly ts.Type[],
  annotation: Annotation | undefined,
): Lowered {
  const { parts } = builtIns[codec];
  if (parts === undefined) return { kind: 'codec', codec };
  const written = annotation === undefined ? [] : writtenArguments(walk.compiler.ts, annotation.node);
  const lowered = elements.map((element, index) => {
    const node = written[index];
    return walk.lower(element, node && annotation && { node, bindings: annotation.bindings });
  });
  const failure = lowered.find(isFailure);
  if (failure !== undefined) return within('[]', failure);
  return { kind: 'codec', codec, ...Object.fromEntries(lowered.map((node, index) => [parts[index], node])) };
}

function typeArguments({ compiler: { ts, checker } }: Walk, type: ts.Type): readonly ts.Type[] {
  return isReference(ts, type) ? checker.getTypeArguments(type) : [];
}

function article(name: string): string {
  return /^[AEIO]/.test(name) ? 'an' : 'a';
}
