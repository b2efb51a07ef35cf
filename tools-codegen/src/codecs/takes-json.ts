import { builtIns, wireForm } from '@toolwright/json-schema';
import { emitNumber, emitString } from '../emit/scalar-schema.js';
import { childrenOf } from '../ir/definitions.js';
import type {
  ArrayNode,
  CodecNode,
  Definitions,
  ObjectNode,
  StringNode,
  TupleNode,
  TypeNode,
} from '../ir/type-node.js';
import { resolveNode, unionMembers } from '../ir/union-members.js';
import { travelsAsPairs } from './codec-shape.js';

/**
 * Whether every JSON value of `given` is a value of `plain`: each `{ at: Date }` is a `Record<string, unknown>`. False in doubtful cases.
 */
export function takesJson(plain: TypeNode, given: TypeNode, definitions: Definitions): boolean {
  const refuted = new Set<string>();
  const ids = new Map<TypeNode, number>();
  for (;;) {
    const before = refuted.size;
    const isTaken = takesPart(plain, given, { definitions, refuted, assumed: new Set(), ids });
    // Recomputes only answers that relied on a refuted assumption, so recursive types are compared once per pair.
    if (!isTaken || refuted.size === before) return isTaken;
  }
}

/** The state of one comparison. A recursive type fits another if its other parts do, so a pair is assumed to fit while it is being compared. */
interface Comparison {
  readonly definitions: Definitions;
  readonly assumed: Set<string>;
  readonly refuted: Set<string>;
  /** The ids of unnamed types. */
  readonly ids: Map<TypeNode, number>;
}

function takesPart(plain: TypeNode, given: TypeNode, comparison: Comparison): boolean {
  if (given.kind !== 'ref') return takesResolved(plain, given, comparison);
  const { assumed, refuted } = comparison;
  const key = `${nameOf(plain, comparison)} ${given.id}`;
  if (assumed.has(key)) return !refuted.has(key);
  assumed.add(key);
  const isTaken = !refuted.has(key) && takesResolved(plain, given, comparison);
  if (!isTaken) refuted.add(key);
  return isTaken;
}

function nameOf(node: TypeNode, { ids }: Comparison): string {
  if (node.kind === 'ref') return node.id;
  const id = ids.get(node) ?? ids.size;
  ids.set(node, id);
  return `#${id}`;
}

function takesResolved(plain: TypeNode, given: TypeNode, comparison: Comparison): boolean {
  const { definitions } = comparison;
  const own = resolveNode(plain, definitions);
  const resolved = resolveNode(given, definitions);
  if (resolved.kind === 'class') return false;
  const takes: Takes = (one, other) => takesPart(one, other, comparison);
  const other = asJson(resolved);
  if (other.kind === 'union') return unionMembers(other, definitions).every((member) => takes(own, member));
  if (own.kind === 'union') return unionMembers(own, definitions).some((member) => takes(member, other));
  // `unknown` accepts everything except classes, which may be nested at any depth.
  if (own.kind === 'unknown') return childrenOf(other).every((part) => takes(own, part));
  if (own.kind === 'array' || own.kind === 'tuple')
    return (other.kind === 'array' || other.kind === 'tuple') && takesElements(own, other, takes);
  if (own.kind === 'object') return other.kind === 'object' && takesMembers(own, other, takes);
  return takesScalar(own, other);
}

type Takes = (own: TypeNode, other: TypeNode) => boolean;

function asJson(node: Exclude<TypeNode, { kind: 'ref' }>): Exclude<TypeNode, { kind: 'ref' }> {
  if (node.kind !== 'codec') return node;
  const builtIn = builtIns[node.codec];
  // The JSON Schema of such a built-in has only keywords of strings.
  if (builtIn.parts === undefined)
    return { ...wireForm(builtIn, node.format).schema, kind: 'string' } as StringNode;
  return node.codec === 'set'
    ? { kind: 'array', items: node.items ?? ANYTHING, uniqueItems: true }
    : mapJson(node);
}

function mapJson(node: CodecNode): ArrayNode | ObjectNode {
  const { keys = ANYTHING, items = ANYTHING } = node;
  if (!travelsAsPairs(node)) return { kind: 'object', properties: [], additional: items };
  const pair = [keys, items].map((type) => ({ type, optional: false }));
  return { kind: 'array', items: { kind: 'tuple', elements: pair } };
}

const ANYTHING: TypeNode = { kind: 'unknown' };

function takesElements(own: ArrayNode | TupleNode, other: ArrayNode | TupleNode, takes: Takes): boolean {
  const [mine, given] = [sizesOf(own), sizesOf(other)];
  if (mine.min > given.min || mine.max < given.max) return false;
  const isUnique = other.kind === 'array' && other.uniqueItems === true;
  if (own.kind === 'array' && own.uniqueItems === true && !isUnique) return false;
  const count = Math.max(mine.elements.length, given.elements.length) + 1;
  return Array.from({ length: Math.min(count, given.max) }).every((_, index) => {
    const element = given.elements[index] ?? given.rest;
    const place = mine.elements[index] ?? mine.rest;
    return element === undefined || (place !== undefined && takes(place, element));
  });
}

interface Sizes {
  readonly elements: readonly TypeNode[];
  readonly rest: TypeNode | undefined;
  readonly min: number;
  readonly max: number;
}

function sizesOf(node: ArrayNode | TupleNode): Sizes {
  if (node.kind === 'array') {
    const { minItems: min = 0, maxItems: max = Number.POSITIVE_INFINITY, items: rest } = node;
    return { elements: [], rest, min, max };
  }
  const elements = node.elements.map(({ type }) => type);
  const min = node.elements.filter(({ optional }) => !optional).length;
  return { elements, rest: node.rest, min, max: node.rest ? Number.POSITIVE_INFINITY : elements.length };
}

function takesMembers(own: ObjectNode, other: ObjectNode, takes: Takes): boolean {
  // Keys that match a pattern are not compared.
  if (own.patterns !== undefined) return false;
  const given = new Map(other.properties.map((property) => [property.name, property]));
  const known = new Set(own.properties.map(({ name }) => name));
  const open = [other.additional, ...(other.patterns ?? []).map(({ type }) => type)];
  const others = open.filter((type) => type !== undefined);
  const fits = own.properties.every(({ name, type, optional }) => {
    const property = given.get(name);
    if (!optional && (property === undefined || property.optional)) return false;
    return (property === undefined ? others : [property.type]).every((each) => takes(type, each));
  });
  const unnamed = other.properties.filter(({ name }) => !known.has(name)).map(({ type }) => type);
  const { additional } = own;
  return fits && [...unnamed, ...others].every((type) => additional !== undefined && takes(additional, type));
}

function takesScalar(own: TypeNode, other: TypeNode): boolean {
  const values = valuesOf(other);
  const allowed = valuesOf(own);
  if (allowed !== undefined) return values?.every((value) => allowed.includes(value)) === true;
  if (values !== undefined) return isPlain(own) && values.every((value) => typeof value === own.kind);
  if (own.kind === 'string' && other.kind === 'string')
    return own.branded !== true && hasKeywords(emitString(own), { ...other, ...emitString(other) });
  if (own.kind === 'number' && other.kind === 'number')
    return isPlain(own) || hasKeywords(emitNumber(own), emitNumber(other));
  return own.kind === 'boolean' && other.kind === 'boolean';
}

function valuesOf(node: TypeNode): readonly unknown[] | undefined {
  if (node.kind === 'literal') return [node.value];
  if (node.kind === 'null') return [null];
  return node.kind === 'enum' ? node.values : undefined;
}

function isPlain(node: TypeNode): boolean {
  return Object.keys(node).every((key) => key === 'kind' || key === 'docs');
}

function hasKeywords(own: object, other: object): boolean {
  const written = new Map<string, unknown>(Object.entries(other));
  return Object.entries(own).every(([keyword, value]) => written.get(keyword) === value);
}
