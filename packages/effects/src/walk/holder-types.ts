import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';

/** Finds the types whose methods are called: those of a value or of its parts. */
export type HoldersOf = (value: Value, analysis: Analysis) => readonly ts.Type[];

export type Value = ts.Expression | ts.BindingPattern;

/** Returns the possible types of a value, including its type before a cast. */
export function ofValue(value: Value, { compiler, types }: Analysis): readonly ts.Type[] {
  const { ts, checker } = compiler;
  const type = checker.getTypeAtLocation(value);
  const inner = ts.isExpression(value) ? checker.getTypeAtLocation(unwrap(value, ts)) : type;
  return inner === type || types.isOpaque(inner) ? [type] : [type, inner];
}

/** Returns the element types of a list or another iterable value: `Promise.all` calls the `then` of each element. */
export function ofElements(value: Value, analysis: Analysis): readonly ts.Type[] {
  return ofValue(value, analysis).flatMap((type) => elementsOf(type, analysis));
}

/** Returns the types of a value and of the elements of a list: the string form of a list consists of its elements' string forms. */
export function ofParts(value: Value, analysis: Analysis): readonly ts.Type[] {
  const { ts, checker } = analysis.compiler;
  const types = ofValue(value, analysis);
  const elements = types.map(
    (type) => type.flags & ts.TypeFlags.Object && checker.getIndexTypeOfType(type, ts.IndexKind.Number),
  );
  return [...types, ...elements.filter((type) => typeof type === 'object')];
}

/** Returns the types of the values in a loop over a value. */
export function elementsOf(type: ts.Type, analysis: Analysis): readonly ts.Type[] {
  const { ts, checker } = analysis.compiler;
  if (type.isUnionOrIntersection()) return type.types.flatMap((part) => elementsOf(part, analysis));
  // A completely unknown type has unknown elements.
  if (!(type.flags & ts.TypeFlags.Object)) return analysis.types.isOpaque(type) ? [type] : [];
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (element !== undefined) return [element];
  const iterator = checker.getPropertiesOfType(type).find(({ name }) => name.startsWith('__@iterator@'));
  const made = iterator && checker.getTypeOfSymbol(iterator).getCallSignatures()[0]?.getReturnType();
  // The first type argument of an iterator is the type of its values.
  const isReference =
    made !== undefined &&
    'objectFlags' in made &&
    (Number(made.objectFlags) & ts.ObjectFlags.Reference) !== 0;
  // The flag shows that the type is a reference.
  return isReference ? checker.getTypeArguments(made as ts.TypeReference).slice(0, 1) : [];
}
