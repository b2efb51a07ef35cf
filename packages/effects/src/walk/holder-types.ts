import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';

/** Finds the types whose methods are called, those of a value or of its parts. */
export type HoldersOf = (value: Value, analysis: Analysis) => readonly ts.Type[];

export type Value = ts.Expression | ts.BindingPattern;

/** The types that a value may have, also behind a cast to another one. */
export function ofValue(value: Value, { compiler, types }: Analysis): readonly ts.Type[] {
  const { ts, checker } = compiler;
  const type = checker.getTypeAtLocation(value);
  const inner = ts.isExpression(value) ? checker.getTypeAtLocation(unwrap(value, ts)) : type;
  return inner === type || types.isOpaque(inner) ? [type] : [type, inner];
}

/** Those of what a list or another iterable value holds: `Promise.all` calls `then` of each. */
export function ofElements(value: Value, analysis: Analysis): readonly ts.Type[] {
  return ofValue(value, analysis).flatMap((type) => elementsOf(type, analysis));
}

/** Those of a value, and of the elements of a list: a text of a list is made of their texts. */
export function ofParts(value: Value, analysis: Analysis): readonly ts.Type[] {
  const { ts, checker } = analysis.compiler;
  const types = ofValue(value, analysis);
  const elements = types.map(
    (type) => type.flags & ts.TypeFlags.Object && checker.getIndexTypeOfType(type, ts.IndexKind.Number),
  );
  return [...types, ...elements.filter((type) => typeof type === 'object')];
}

/** What a loop over a value of a type gives. */
export function elementsOf(type: ts.Type, analysis: Analysis): readonly ts.Type[] {
  const { ts, checker } = analysis.compiler;
  if (type.isUnionOrIntersection()) return type.types.flatMap((part) => elementsOf(part, analysis));
  // What is unknown as a whole has unknown elements.
  if (!(type.flags & ts.TypeFlags.Object)) return analysis.types.isOpaque(type) ? [type] : [];
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (element !== undefined) return [element];
  const iterator = checker.getPropertiesOfType(type).find(({ name }) => name.startsWith('__@iterator@'));
  const made = iterator && checker.getTypeOfSymbol(iterator).getCallSignatures()[0]?.getReturnType();
  // The first type argument of an iterator is what it gives.
  const isReference =
    made !== undefined &&
    'objectFlags' in made &&
    (Number(made.objectFlags) & ts.ObjectFlags.Reference) !== 0;
  // The flag says that it is one.
  return isReference ? checker.getTypeArguments(made as ts.TypeReference).slice(0, 1) : [];
}
