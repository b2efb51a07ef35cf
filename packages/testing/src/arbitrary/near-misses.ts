import { isRecord, type JsonSchema, type JsonValue } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';
import { findBranch, findBranchByMembers } from '@toolwright/json-schema';
import {
  type Conjunction,
  conjunctionOf,
  isWhole,
  itemSchemas,
  memberSchemas,
  typesOf,
} from './conjunction.js';
import { boundsOf } from './numbers.js';
import { hasFormat } from './texts.js';

/** Arguments that are valid but for one change. */
export interface NearMiss {
  readonly arguments: JsonValue;
  /** The place of the change, such as `guests[0].name`; empty for the arguments themselves. */
  readonly path: string;
  /** What is wrong, such as `is missing`. */
  readonly reason: string;
}

/** A value in place of a part of the arguments; undefined removes a member. */
interface Change {
  readonly path: readonly (string | number)[];
  readonly value: JsonValue | undefined;
  readonly reason: string;
}

const MAX_CHANGES = 500;

/**
 * Finds a change of a valid value that is refused, from the change `start` on. Some are not: an open schema accepts them.
 * @param start any number
 */
export function findMiss(
  value: JsonValue,
  schema: JsonSchema,
  start: number,
  accepts: (value: JsonValue) => boolean,
): NearMiss | undefined {
  const changes: Change[] = [];
  collect(value, conjunctionOf([schema], schema), schema, [], changes);
  for (let count = 0; count < changes.length; count++) {
    const change = changes[(start + count) % changes.length];
    if (change === undefined) continue;
    const { path, value: changed, reason } = change;
    const miss = replaceAt(value, path, changed) ?? null;
    if (!accepts(miss)) return { arguments: miss, path: formatPath(path.map(String)), reason };
  }
  return undefined;
}

function collect(
  value: JsonValue,
  all: Conjunction,
  root: JsonSchema,
  path: readonly (string | number)[],
  changes: Change[],
): void {
  if (changes.length > MAX_CHANGES) return;
  const add = (changed: JsonValue, reason: string) => changes.push({ path, value: changed, reason });
  const meant = branchOf(value, all, root);
  if (meant !== undefined) {
    collect(value, meant, root, path, changes);
    return;
  }
  const types = typesOf(all);
  if (path.length > 0) {
    const other = OTHER_TYPES.find(([type]) => !types.includes(type));
    if (other !== undefined) add(other[1], `is ${other[2]}`);
  }
  const literals = all.flatMap(({ const: only, enum: values }) =>
    only !== undefined ? [only] : (values ?? []),
  );
  if (literals.length > 0) {
    if (typeof value === 'string') add(`${value}~`, 'is none of the listed values');
    if (typeof value === 'number') add(value + 0.5, 'is none of the listed values');
    return;
  }
  if (typeof value === 'string') collectTexts(value, all, add);
  else if (typeof value === 'number') collectNumbers(value, all, add);
  else if (Array.isArray(value)) collectItems(value, all, root, path, changes);
  else if (isRecord(value)) collectMembers(value, all, root, path, changes);
}

/** With the branch of a union that a value is meant for in place of the union, so that a change is a mistake in it, such as a wrong tag. */
function branchOf(value: JsonValue, all: Conjunction, root: JsonSchema): Conjunction | undefined {
  for (const schema of all) {
    const { anyOf, oneOf, ...others } = schema;
    const branches = anyOf ?? oneOf;
    if (branches === undefined) continue;
    const isObject = typeof value === 'object' && value !== null;
    const index =
      findBranch(branches, value, root) ??
      (isObject ? findBranchByMembers(branches, value, root) : undefined);
    const branch = branches[index ?? -1];
    const parts = branch === undefined ? [] : conjunctionOf([branch], root);
    if (parts.length > 0 && !parts.includes(schema))
      return [...all.map((one) => (one === schema ? others : one)), ...parts];
  }
  return undefined;
}

const OTHER_TYPES = [
  ['object', {}, 'an object'],
  ['boolean', true, 'true'],
  ['number', 7, 'a number'],
  ['string', 'text', 'a text'],
  ['null', null, 'null'],
  ['array', [], 'a list'],
] as const;

type Add = (changed: JsonValue, reason: string) => void;

function collectTexts(value: string, all: Conjunction, add: Add): void {
  for (const schema of all) {
    const { minLength = 0, maxLength, pattern } = schema;
    if (minLength > 0) add(value.slice(0, minLength - 1), `is shorter than ${minLength}`);
    if (maxLength !== undefined) add(value.padEnd(maxLength + 1, 'x'), `is longer than ${maxLength}`);
    if (pattern !== undefined) {
      for (const text of [`${value}\u0000`, `\u0000${value}`, '', '~'])
        add(text, `does not match ${pattern}`);
    }
    if (hasFormat(schema)) add(`~${value}`, `is no ${schema.format}`);
  }
}

function collectNumbers(value: number, all: Conjunction, add: Add): void {
  const { min, max } = boundsOf(all);
  for (const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } of all) {
    if (minimum !== undefined) add(min - 1, `is less than ${minimum}`);
    if (maximum !== undefined) add(max + 1, `is more than ${maximum}`);
    if (exclusiveMinimum !== undefined) add(exclusiveMinimum, `is not more than ${exclusiveMinimum}`);
    if (exclusiveMaximum !== undefined) add(exclusiveMaximum, `is not less than ${exclusiveMaximum}`);
    if (multipleOf !== undefined) add(value + multipleOf / 2, `is no multiple of ${multipleOf}`);
  }
  if (isWhole(all)) add(value + 0.5, 'is no whole number');
}

function collectItems(
  items: readonly JsonValue[],
  all: Conjunction,
  root: JsonSchema,
  path: readonly (string | number)[],
  changes: Change[],
): void {
  const add = (value: JsonValue, reason: string) => changes.push({ path, value, reason });
  const [first = null] = items;
  for (const { minItems = 0, maxItems, uniqueItems, items: rest, prefixItems = [] } of all) {
    if (minItems > 0) add(items.slice(0, minItems - 1), `has fewer than ${minItems} items`);
    if (maxItems !== undefined && maxItems < 1000)
      add(
        [...items, ...Array.from({ length: maxItems + 1 - items.length }, () => first)],
        `has more than ${maxItems} items`,
      );
    if (uniqueItems && items.length > 0) add([...items, first], 'has an item twice');
    if (rest === false)
      add(
        [...items, ...Array.from({ length: prefixItems.length + 1 - items.length }, () => first)],
        'has an item too many',
      );
  }
  for (const [index, item] of items.entries())
    collect(item, conjunctionOf(itemSchemas(all, index), root), root, [...path, index], changes);
}

function collectMembers(
  value: Readonly<Record<string, unknown>>,
  all: Conjunction,
  root: JsonSchema,
  path: readonly (string | number)[],
  changes: Change[],
): void {
  for (const name of new Set(all.flatMap(({ required = [] }) => required)))
    changes.push({ path: [...path, name], value: undefined, reason: 'is missing' });
  changes.push({ path: [...path, 'unexpected~'], value: 1, reason: 'is not expected' });
  for (const [name, member] of Object.entries(value)) {
    const schemas = conjunctionOf(memberSchemas(all, name), root);
    collect(member as JsonValue, schemas, root, [...path, name], changes); // a part of JSON
  }
}

/** Returns a copy of the value with one part replaced. */
function replaceAt(
  value: JsonValue,
  [first, ...rest]: readonly (string | number)[],
  changed: JsonValue | undefined,
): JsonValue | undefined {
  if (first === undefined) return changed;
  if (Array.isArray(value))
    return value.map((item: JsonValue, index) =>
      index === first ? (replaceAt(item, rest, changed) ?? null) : item,
    );
  const members = Object.entries(isRecord(value) ? value : {}) as [string, JsonValue][];
  const name = String(first);
  const others = members.filter(([key]) => key !== name);
  const before = members.find(([key]) => key === name)?.[1] ?? null;
  const after = replaceAt(before, rest, changed);
  return Object.fromEntries(after === undefined ? others : [...others, [name, after]]);
}
