import type { JsonObject, JsonSchema, JsonValue } from '@toolwright/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { resolveRef } from './document/references.js';

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictTuples: false,
  allowUnionTypes: true,
  ownProperties: true,
  validateSchema: false,
  addUsedSchema: false,
});
addFormats.default(ajv);
const tests = new WeakMap<JsonSchema, (value: JsonValue) => boolean>();

/** Whether draft 2020-12 accepts a value. */
export function accepts(schema: JsonSchema, value: JsonValue): boolean {
  let test = tests.get(schema);
  if (test === undefined) {
    const validate = ajv.compile(schema);
    test = (each) => validate(each) === true;
    tests.set(schema, test);
  }
  return test(value);
}

/** Where a model writes null for an absent property: everywhere, or only if null is not a value of the property. */
export type NullHabit = 'every' | 'no-value';

/**
 * A value in the form that a model writes for a lowered schema, with null for absent properties.
 * @param schema Canonical.
 */
export function writeNulls(
  value: JsonValue,
  schema: JsonSchema,
  root: JsonSchema,
  habit: NullHabit,
): JsonValue {
  const target = resolveRef(schema, root) ?? {};
  const { anyOf, prefixItems = [], items, properties = {}, required = [] } = target;
  const { additionalProperties, patternProperties = {} } = target;
  if (anyOf !== undefined) {
    const { $defs = {} } = root;
    const branch = anyOf.find((each) => accepts({ ...each, $defs }, value));
    return writeNulls(value, branch ?? anyOf[0] ?? {}, root, habit);
  }
  const write = (inner: JsonSchema | boolean | undefined, part: JsonValue): JsonValue =>
    typeof inner === 'object' ? writeNulls(part, inner, root, habit) : part;
  if (isArray(value)) return value.map((item, index) => write(prefixItems[index] ?? items, item));
  if (!isObject(value) || target.type !== 'object') return value;
  const own = Object.entries(properties).flatMap(([name, property]): [string, JsonValue][] => {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member !== undefined) return [[name, write(property, member)]];
    if (required.includes(name)) return [];
    const isValue = accepts({ ...property, $defs: root.$defs ?? {} }, null);
    return habit === 'every' || !isValue ? [[name, null]] : [];
  });
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name));
  return Object.fromEntries([
    ...own,
    ...others.map(([name, member]): [string, JsonValue] => {
      const pattern = Object.keys(patternProperties).find((each) => new RegExp(each, 'u').test(name));
      return [name, write(pattern === undefined ? additionalProperties : patternProperties[pattern], member)];
    }),
  ]);
}

/** Whether two values differ only in members that are null in the first and absent in the second. */
export function differsByNullsOnly(before: JsonValue, after: JsonValue): boolean {
  if (isArray(before) && isArray(after)) {
    return (
      before.length === after.length &&
      before.every((item, index) => differsByNullsOnly(item, after[index] ?? null))
    );
  }
  if (!isObject(before) || !isObject(after)) return before === after;
  return (
    Object.keys(after).every((name) => Object.hasOwn(before, name)) &&
    Object.entries(before).every(([name, member]) =>
      Object.hasOwn(after, name) ? differsByNullsOnly(member, after[name] ?? null) : member === null,
    )
  );
}

/** Values that differ a little: a part is replaced, dropped, added or repeated. */
export function mutations(value: JsonValue): fc.Arbitrary<JsonValue> {
  const part = fc.constantFrom<JsonValue>(null, 'x', '', 7, -1.5, true, [], {}, { kind: 'k1' });
  if (isArray(value) && value.length > 0) {
    return fc.oneof(
      part,
      part.map((item) => [...value, item]),
      fc.nat(value.length - 1).map((index) => value.filter((_, at) => at !== index)),
      fc
        .nat(value.length - 1)
        .chain((index) =>
          mutations(value[index] ?? null).map((item) =>
            value.map((each, at) => (at === index ? item : each)),
          ),
        ),
    );
  }
  const names = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || names.length === 0) return part;
  const name = fc.constantFrom(...names);
  return fc.oneof(
    part,
    part.map((member) => ({ ...value, unknown: member })),
    name.map((dropped) => Object.fromEntries(Object.entries(value).filter(([each]) => each !== dropped))),
    fc.tuple(name, part).map(([each, member]) => ({ ...value, [each]: member })),
    name.chain((each) => mutations(value[each] ?? null).map((member) => ({ ...value, [each]: member }))),
    name.chain((each) => mutations(value[each] ?? null).map((member) => ({ ...value, [each]: member }))),
  );
}

export function hasNullMember(value: JsonValue): boolean {
  if (isArray(value)) return value.some(hasNullMember);
  return isObject(value) && Object.values(value).some((member) => member === null || hasNullMember(member));
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
