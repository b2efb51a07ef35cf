import type { JsonSchema, JsonType } from '@toolwright/contract';
import { compilePattern, readJson, resolveRef } from '@toolwright/schema';
import { admits, isContainer, literalValues, WHOLE_NUMBER } from '../json-types.js';
import { findBranch } from '../union-branch.js';

/**
 * Repairs what models commonly get wrong about types, and nothing else: `"5"` → 5, 5 → `"5"` for a `bigint`, `"true"` → true, a JSON text where an
 * object or array is due → its value, `null` for an absent optional → left out. A value whose type is allowed stays as it is.
 * Never changes `value`: gives it back, or a copy.
 * @param root The schema that `$ref`s point into.
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
    const branch = branches[findBranch(branches, value, root) ?? -1];
    return branch === undefined ? value : coerce(value, branch, root);
  }
  const changed = branches.map((branch) => coerce(value, branch, root)).filter((result) => result !== value);
  const repaired = [...new Set(changed)];
  if (repaired.length < 2) return repaired.length === 1 ? repaired[0] : value;
  // A JSON text that several branches take is read once; then its members tell which branch it is meant for.
  const parsed = typeof value === 'string' ? parseContainer(value, true, true) : undefined;
  return parsed === undefined ? value : coerceToUnion(parsed, branches, root);
}

function coerceMembers(value: object, schema: JsonSchema, root: JsonSchema): object {
  return Array.isArray(value) ? coerceItems(value, schema, root) : coerceProperties(value, schema, root);
}

function coerceItems(items: readonly unknown[], schema: JsonSchema, root: JsonSchema): readonly unknown[] {
  const coerced = items.map((item, index) => {
    const itemSchema = schema.prefixItems?.[index] ?? schema.items;
    return typeof itemSchema === 'object' ? coerce(item, itemSchema, root) : item;
  });
  return coerced.some((item, index) => item !== items[index]) ? coerced : items;
}

function coerceProperties(value: object, schema: JsonSchema, root: JsonSchema): object {
  const required = new Set(schema.required);
  const members: [string, unknown][] = [];
  let changed = false;
  for (const [key, member] of Object.entries(value)) {
    const memberSchema = propertySchema(schema, key);
    if (memberSchema === undefined) {
      members.push([key, member]);
    } else if (member === null && !required.has(key) && !admits(memberSchema, null, root)) {
      changed = true;
    } else {
      const coerced = coerce(member, memberSchema, root);
      changed ||= coerced !== member;
      members.push([key, coerced]);
    }
  }
  // `fromEntries` defines own members, also one named `__proto__`, which validation then refuses.
  return changed ? Object.fromEntries(members) : value;
}

function propertySchema(schema: JsonSchema, key: string): JsonSchema | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  for (const [pattern, patternSchema] of Object.entries(schema.patternProperties ?? {})) {
    if (compilePattern(pattern).test(key)) return patternSchema;
  }
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

function repairScalar(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  if (typeof value === 'string') return admits(schema, value, root) ? value : repairText(value, schema);
  const isDigits = Number.isSafeInteger(value) && schema.pattern === WHOLE_NUMBER && schema.type === 'string';
  return isDigits ? String(value) : value;
}

/** The one value that `text` can stand for under `schema`, which allows no such string. */
function repairText(text: string, schema: JsonSchema): unknown {
  const values = literalValues(schema);
  if (values !== undefined) {
    const meant = values.filter((value) => value === parseNumber(text) || value === parseBoolean(text));
    return meant.length === 1 ? meant[0] : text;
  }
  const types = new Set<JsonType | undefined>([schema.type].flat());
  if (types.has('number') || types.has('integer')) {
    const number = parseNumber(text);
    if (number !== undefined) return number;
  }
  if (types.has('boolean')) {
    const boolean = parseBoolean(text);
    if (boolean !== undefined) return boolean;
  }
  return parseContainer(text, types.has('object'), types.has('array')) ?? text;
}

/** Numbers that a text gives without loss: `"1e999"` and integers beyond 2⁵³ are none. */
function parseNumber(text: string): number | undefined {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  const exact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return exact ? number : undefined;
}

function parseBoolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

function parseContainer(text: string, object: boolean, array: boolean): object | undefined {
  const first = text.trimStart()[0];
  if (!((object && first === '{') || (array && first === '['))) return undefined;
  const read = readJson(text);
  // Not JSON after all, or not without loss: the text stays, and validation says what was expected.
  const isSafe = read.ok && read.isExact && read.duplicates.length === 0;
  return isSafe && isContainer(read.value) ? read.value : undefined;
}
