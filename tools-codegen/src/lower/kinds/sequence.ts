import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import { cannotCarry, type Failure, mustSettle } from '../problem.js';
import type { Annotation } from '../written/annotation.js';

/** The elements of an array, a tuple, or several of them at once. */
export interface Sequence {
  readonly kind: 'sequence';
  /** The elements whose types depend on their positions. */
  readonly elements: readonly Element[];
  /** All further elements; undefined if nothing is said of them. */
  readonly rest: Element | undefined;
  readonly min: number;
  readonly max: number;
}

export interface Element {
  readonly type: ts.Type;
  readonly annotation: Annotation | undefined;
  readonly name?: string | undefined;
  /** The labeled member of a tuple, which may have JSDoc. */
  readonly declaration?: ts.Node | undefined;
}

/** Nobody writes longer tuples, and `{ length: 1e6 }` must not become one. */
const MAX_ELEMENTS = 100;

/** What a `length` and members such as `0` say of an array; undefined without such members. */
export function sequenceOfMembers(
  { checker }: Compiler,
  members: readonly ts.Symbol[],
): Sequence | Failure | undefined {
  if (members.length === 0) return undefined;
  const byName = new Map(members.map((member) => [member.name, checker.getTypeOfSymbol(member)]));
  const elements: Element[] = [];
  for (let type = byName.get('0'); type !== undefined; type = byName.get(String(elements.length)))
    elements.push({ type, annotation: undefined });
  const length = byName.get('length');
  const isExact = length?.isNumberLiteral() === true;
  if (elements.length + (length === undefined ? 0 : 1) < members.length) return noCommonSchema();
  return {
    kind: 'sequence',
    elements,
    rest: undefined,
    min: isExact ? length.value : elements.length,
    max: isExact ? length.value : Number.POSITIVE_INFINITY,
  };
}

/** The elements of an array that is all of these at once. @param whole The intersection of their types. */
export function joinSequences(
  compiler: Compiler,
  whole: ts.Type,
  sequences: readonly Sequence[],
): Sequence | Failure {
  const [only, ...others] = sequences;
  if (only !== undefined && others.length === 0) return only;
  const min = Math.max(...sequences.map((each) => each.min));
  const max = Math.min(...sequences.map((each) => each.max));
  if (min > max) return cannotCarry('TW2005', 'has the type `never`: no array has all of its lengths');
  const written = Math.max(...sequences.map(({ elements }) => elements.length));
  const count = written === 0 ? 0 : Math.min(max, Math.max(min, written));
  if (count > MAX_ELEMENTS) return noCommonSchema();
  const join = (index: number | undefined): Element | undefined =>
    joinElements(compiler, whole, sequences, index);
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

/** @param index Undefined: of all elements without a position. */
function joinElements(
  compiler: Compiler,
  whole: ts.Type,
  sequences: readonly Sequence[],
  index: number | undefined,
): Element | undefined {
  const { ts, checker } = compiler;
  const placed = sequences.map(({ elements }) => (index === undefined ? undefined : elements[index]));
  const candidates = sequences.flatMap(({ rest }, at) => placed[at] ?? rest ?? []);
  const narrowest = candidates.find((one) =>
    candidates.every((other) => covers(checker, one.type, other.type)),
  );
  if (narrowest !== undefined) return narrowest;
  // The checker intersects what has the same place in all of them.
  const property = placed.includes(undefined) ? undefined : whole.getProperty(String(index));
  const arePlain = index === undefined && sequences.every(({ elements }) => elements.length === 0);
  const type = property
    ? checker.getTypeOfSymbol(property)
    : arePlain && checker.getIndexTypeOfType(whole, ts.IndexKind.Number);
  return type ? { type, annotation: undefined } : undefined;
}

/** Whether the values of one type are those that both types have. */
function covers({ isTypeAssignableTo }: ts.TypeChecker, one: ts.Type, other: ts.Type): boolean {
  if (one === other) return true;
  // A closed object leaves out the optional members of the other type.
  return isTypeAssignableTo(one, other) && other.getProperties().every(({ name }) => one.getProperty(name));
}

export function noCommonSchema(): Failure {
  return mustSettle('TW2036', 'combines types that have no schema in common');
}
