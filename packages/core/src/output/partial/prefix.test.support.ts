import type { JsonSchema } from '@toolwright/contract';
import { findByPointer } from '@toolwright/json';
import { SchemaCompiler, SchemaValidator } from '@toolwright/tools/validation';

/** Whether a value is a prefix of another value: strings and lists may be shorter, and members may be missing. */
export function isPrefixOf(one: unknown, other: unknown): boolean {
  if (typeof one === 'string') return typeof other === 'string' && other.startsWith(one);
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.every((item, index) => index < other.length && isPrefixOf(item, other[index]))
    );
  if (!isObject(one)) return Object.is(one, other) || (one === 0 && other === 0);
  return (
    isObject(other) &&
    Object.keys(one).every((key) => Object.hasOwn(other, key) && isPrefixOf(one[key], other[key]))
  );
}

/** Whether a value can grow into a value that the schema accepts. Implemented independently of the tested code, keyword by keyword. */
export class PrefixValidator {
  readonly #root: JsonSchema;
  readonly #compiler = new SchemaCompiler(false);
  readonly #validators = new Map<JsonSchema, SchemaValidator>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  accepts(value: unknown, schema: JsonSchema | boolean = this.#root): boolean {
    if (typeof schema === 'boolean') return schema;
    const parts = [...(schema.allOf ?? [])];
    if (schema.$ref !== undefined) parts.push(findByPointer(this.#root, schema.$ref) as JsonSchema);
    const branches = schema.anyOf ?? schema.oneOf ?? [true];
    return (
      parts.every((part) => this.accepts(value, part)) &&
      branches.some((branch) => this.accepts(value, branch)) &&
      this.#acceptsOwn(value, schema)
    );
  }

  #acceptsOwn(value: unknown, schema: JsonSchema): boolean {
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (Array.isArray(value)) return allows(types, 'array') && this.#acceptsList(value, schema);
    if (isObject(value)) return allows(types, 'object') && this.#acceptsObject(value, schema);
    const isFree =
      schema.const === undefined && schema.enum === undefined && !schema.pattern && !schema.format;
    if (typeof value === 'string' && isFree && schema.contentEncoding === undefined)
      return allows(types, 'string') && [...value].length <= (schema.maxLength ?? Number.POSITIVE_INFINITY);
    return this.#validatorOf(schema).accepts(value);
  }

  /** Returns a validator for complete values: everything except objects, lists and free text. */
  #validatorOf(schema: JsonSchema): SchemaValidator {
    const known = this.#validators.get(schema);
    if (known !== undefined) return known;
    const own = Object.fromEntries(Object.entries(schema).filter(([key]) => !PARTS.has(key)));
    const validator = new SchemaValidator(own, this.#compiler);
    this.#validators.set(schema, validator);
    return validator;
  }

  #acceptsList(list: readonly unknown[], { prefixItems = [], items = true, ...schema }: JsonSchema): boolean {
    const texts = list.map((item) => JSON.stringify(item));
    if (schema.uniqueItems && new Set(texts).size < texts.length) return false;
    if (list.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) return false;
    return list.every((item, index) => this.accepts(item, prefixItems[index] ?? items));
  }

  #acceptsObject(object: Record<string, unknown>, schema: JsonSchema): boolean {
    const { properties = {}, patternProperties = {}, additionalProperties = true } = schema;
    return Object.entries(object).every(([key, member]) => {
      const matching = Object.entries(patternProperties).filter(([pattern]) =>
        new RegExp(pattern, 'u').test(key),
      );
      const own = Object.hasOwn(properties, key) ? [properties[key] ?? true] : [];
      const found = [...own, ...matching.map(([, part]) => part)];
      return (found.length > 0 ? found : [additionalProperties]).every((part) => this.accepts(member, part));
    });
  }
}

/** Keywords that contain schemas. */
const PARTS: ReadonlySet<string> = new Set([
  ...['$ref', '$defs', 'anyOf', 'oneOf', 'allOf', 'properties', 'patternProperties', 'additionalProperties'],
  ...['items', 'prefixItems'],
]);

function allows(types: readonly string[], wanted: string): boolean {
  return types.length === 0 || types.includes(wanted);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
