import { type Compiler, isAbsent, isObjectType } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { LostPart } from '../../ir/type-node.js';
import { cannotCarry, type Failure, mustSettle } from '../problem.js';
import type { Annotation } from '../written/annotation.js';

/** The elements of an array, a tuple, or an intersection of arrays and tuples. */
export interface Sequence {
  readonly kind: 'sequence';
  /** The leading elements, each with its own type. */
  readonly elements: readonly Element[];
  /** All further elements; undefined if they are not declared. */
  readonly rest: Element | undefined;
  readonly min: number;
  readonly max: number;
  /** Members that a JSON array cannot have. */
  readonly lost?: readonly LostPart[];
}

export interface Element {
  readonly type: ts.Type;
  readonly annotation: Annotation | undefined;
  readonly name?: string | undefined;
  /** The labeled member of a tuple, which may have JSDoc. */
  readonly declaration?: ts.Node | undefined;
}

/** Maximum number of elements of a tuple. Handwritten tuples are shorter, and `{ length: 1e6 }` must not become one. */
const MAX_ELEMENTS = 100;

/** Reads the elements of an array from members such as `length` and `0`. Returns undefined if there are no such members. */
export function sequenceOfMembers(
  { ts, checker }: Compiler,
  members: readonly ts.Symbol[],
): Sequence | Failure | undefined {
  if (members.length === 0) return undefined;
  const byName = new Map(members.map((member) => [member.name, checker.getTypeOfSymbol(member)]));
  const elements: Element[] = [];
  for (let type = byName.get('0'); type !== undefined; type = byName.get(String(elements.length)))
    elements.push({ type, annotation: undefined });
  const isRequired = (_: Element, index: number): boolean =>
    members.some(({ name, flags }) => name === String(index) && (flags & ts.SymbolFlags.Optional) === 0);
  const required = elements.findLastIndex(isRequired) + 1;
  const length = byName.get('length');
  const isExact = length?.isNumberLiteral() === true;
  if (elements.length + (length === undefined ? 0 : 1) < members.length) return noCommonSchema();
  return {
    kind: 'sequence',
    elements,
    rest: undefined,
    min: isExact ? length.value : required,
    max: isExact ? length.value : Number.POSITIVE_INFINITY,
  };
}

/** Joins the elements of an intersection of arrays. @param whole The intersection of their types. */
export function joinSequences(
  compiler: Compiler,
  whole: ts.Type,
  sequences: readonly Sequence[],
): Sequence | Failure {
  const [only, ...others] = sequences;
  if (only !== undefined && others.length === 0) return only;
  const min = Math.max(...sequences.map((each) => each.min));
  const max = Math.min(...sequences.map((each) => each.max));
  if (min > max)
    return cannotCarry(
      'TW2005',
      'has the type `never`, because no array can have all of the required lengths',
    );
  const written = Math.max(...sequences.map(({ elements }) => elements.length));
  const count = written === 0 ? 0 : Math.min(max, Math.max(min, written));
  if (count > MAX_ELEMENTS) return noCommonSchema();
  const join = (index: number | undefined): Element | undefined =>
    joinElements(compiler, whole, sequences, { index, isOptional: index !== undefined && index >= min });
  const elements: Element[] = [];
  for (let index = 0; index < count; index += 1) {
    const element = join(index);
    if (element === undefined) return noCommonSchema();
    elements.push(element);
  }
  const rest = max > count ? join(undefined) : undefined;
  if (max > count && rest === undefined) return noCommonSchema();
  return { kind: 'sequence', elements, rest, min, max };
}

interface Place {
  /** The position; undefined for rest elements. */
  readonly index: number | undefined;
  readonly isOptional: boolean;
}

function joinElements(
  compiler: Compiler,
  whole: ts.Type,
  sequences: readonly Sequence[],
  { index, isOptional }: Place,
): Element | undefined {
  const { ts, checker } = compiler;
  const placed = sequences.map(({ elements }) => (index === undefined ? undefined : elements[index]));
  const candidates = sequences.flatMap(({ rest }, at) => placed[at] ?? rest ?? []);
  const narrowest = candidates.find((one) =>
    candidates.every((other) => covers(compiler, one.type, other.type, isOptional)),
  );
  if (narrowest !== undefined) return narrowest;
  // The checker intersects the properties at the same position.
  const property = placed.includes(undefined) ? undefined : whole.getProperty(String(index));
  const arePlain = index === undefined && sequences.every(({ elements }) => elements.length === 0);
  const type = property
    ? checker.getTypeOfSymbol(property)
    : arePlain && checker.getIndexTypeOfType(whole, ts.IndexKind.Number);
  return type ? { type, annotation: undefined } : undefined;
}

/**
 * Whether one type contains exactly the values that both types share. @param isOptional Whether the element may be absent, so that
 * `undefined` is ignored.
 */
function covers({ ts, checker }: Compiler, one: ts.Type, other: ts.Type, isOptional: boolean): boolean {
  if (one === other) return true;
  const present = isOptional && one.isUnion() ? one.types.filter((type) => !isAbsent(ts, type)) : [one];
  const fits = present.every((type) => checker.isTypeAssignableTo(type, other));
  // A closed object would omit the optional members of the other type.
  const objects = present.filter((type) => isObjectType(ts, type) || type.isUnionOrIntersection());
  const members = objects.length === 0 ? [] : checker.getNonNullableType(other).getProperties();
  return fits && objects.every((type) => hasNames(type, members));
}

/** Compares escaped names, because the compiler finds no property by the name of a symbol key. */
function hasNames(type: ts.Type, members: readonly ts.Symbol[]): boolean {
  const names = new Set(type.getProperties().map(({ escapedName }) => escapedName));
  return members.every(({ escapedName }) => names.has(escapedName));
}

export function noCommonSchema(): Failure {
  return mustSettle('TW2036', 'combines types that no single schema can describe');
}
