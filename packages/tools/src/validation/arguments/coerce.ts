import type { JsonSchema } from '@toolwright/contract';
import {
  admits,
  findBranch,
  findBranchByMembers,
  isContainer,
  literalValues,
  partOf,
  resolveRef,
  WHOLE_NUMBER,
} from '@toolwright/json-schema';
import { textValue } from './text-value.js';

/**
 * Repairs only common type mistakes that models make: `"5"` → 5, 5 → `"5"` for a `bigint`, `"true"` → true, JSON text for an object
 * or array → its value, `null` for an optional member → absent. A value of an allowed type stays unchanged. Returns `value` or a copy,
 * and never modifies its input.
 * @param root the schema that contains the targets of `$ref`s
 */
export function coerce(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  const target = resolveRef(schema, root);
  if (target === undefined) return value;
  const branches = target.anyOf ?? target.oneOf;
  if (branches !== undefined) return coerceToUnion(value, branches, root);
  const repaired = repairScalar(value, target, root);
  return isContainer(repaired) ? coerceMembers(repaired, target, root) : repaired;
}

function coerceToUnion(value: unknown, branches: readonly JsonSchema[], root: JsonSchema): unknown {
  if (branches.some((branch) => admits(branch, value, root))) {
    const byMembers = (): number | undefined =>
      isContainer(value) ? findBranchByMembers(branches, value, root) : undefined;
    const branch = branches[findBranch(branches, value, root) ?? byMembers() ?? -1];
    return branch === undefined ? value : coerce(value, branch, root);
  }
  const changed = branches.map((branch) => coerce(value, branch, root)).filter((result) => result !== value);
  const repaired = [...new Set(changed)];
  if (repaired.length < 2) return repaired.length === 1 ? repaired[0] : value;
  // JSON text that fits several branches is parsed first, so that its members select the branch.
  const parsed = typeof value === 'string' ? containerIn(value) : undefined;
  return parsed === undefined ? value : coerceToUnion(parsed, branches, root);
}

function coerceMembers(value: object, schema: JsonSchema, root: JsonSchema): object {
  return Array.isArray(value) ? coerceItems(value, schema, root) : coerceProperties(value, schema, root);
}

function coerceItems(items: readonly unknown[], schema: JsonSchema, root: JsonSchema): readonly unknown[] {
  const rest = schema.prefixItems === undefined ? partOf(schema, items, '0') : undefined;
  const coerced = items.map((item, index) => {
    const itemSchema = schema.prefixItems === undefined ? rest : partOf(schema, items, String(index));
    return itemSchema === undefined ? item : coerce(item, itemSchema, root);
  });
  return coerced.some((item, index) => item !== items[index]) ? coerced : items;
}

function coerceProperties(value: object, schema: JsonSchema, root: JsonSchema): object {
  const required = new Set(schema.required);
  /** The new values of changed members; undefined for removed members. */
  const changes = new Map<string, unknown>();
  const { properties = {}, patternProperties, additionalProperties } = schema;
  const isOpen = patternProperties !== undefined || typeof additionalProperties === 'object';
  // The value may have far more members than the schema.
  for (const key of Object.keys(isOpen ? value : properties)) {
    if (!Object.hasOwn(value, key)) continue;
    const memberSchema = partOf(schema, value, key);
    if (memberSchema === undefined) continue;
    const member: unknown = value[key as keyof typeof value];
    const isDropped = member === null && !required.has(key) && !admits(memberSchema, null, root);
    const coerced = isDropped ? undefined : coerce(member, memberSchema, root);
    if (coerced !== member) changes.set(key, coerced);
  }
  if (changes.size === 0) return value;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    changes.has(key) ? changes.get(key) : member,
  ]);
  // `fromEntries` always defines own members, even for the name `__proto__`, which validation then refuses.
  return Object.fromEntries(
    members.filter(([key, member]) => member !== undefined || !changes.has(String(key))),
  );
}

function repairScalar(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  if (typeof value === 'string') return admits(schema, value, root) ? value : repairText(value, schema);
  const isDigits = Number.isSafeInteger(value) && schema.pattern === WHOLE_NUMBER && schema.type === 'string';
  return isDigits ? String(value) : value;
}

/** Returns the only value that `text` can represent under `schema`, which does not allow the string itself. */
function repairText(text: string, schema: JsonSchema): unknown {
  const values = literalValues(schema);
  if (values !== undefined) {
    const meant = [textValue(text, 'number'), textValue(text, 'boolean')];
    const listed = values.filter((value) => meant.includes(value));
    return listed.length === 1 ? listed[0] : text;
  }
  // The text matches at most one type.
  for (const type of [schema.type ?? []].flat()) {
    const value = textValue(text, type);
    if (value !== undefined) return value;
  }
  return text;
}

function containerIn(text: string): unknown {
  return textValue(text, 'object') ?? textValue(text, 'array');
}
