import { isRecord, type JsonSchema } from '@toolwright/contract';
import { setMember } from '@toolwright/json';
import { holdingOf, KNOWN_FORMATS } from '@toolwright/json-schema';
import type { Found } from './documents.js';

/** Whether values are sent to the server or come from it. */
export type Direction = 'input' | 'output';

/** What a conversion asks of its surroundings. */
export interface Conversion {
  readonly direction: Direction;
  /** The documents are 3.0, in which a reference has no siblings. */
  readonly isOld: boolean;
  /** Whether strings of the format `binary` are files. */
  readonly isForm?: boolean;
  /** Returns the schema that refers to a target. */
  refer(ref: string, base: string): JsonSchema;
  /** Returns the target of a reference. */
  find(ref: string, base: string): unknown;
  /** Returns a schema and what it refers to. */
  chain(found: Pick<Found, 'value' | 'base'>): readonly Pick<Found, 'value' | 'base'>[];
  /** Receives what cannot be read. */
  lose(ref: string, what: string): void;
  /** Called for a schema that is not the same for input and output. */
  divide(): void;
  /** Whether a part may still be read; false for documents that repeat a part endlessly. */
  enter(schema: object): boolean;
  leave(schema: object): void;
}

type Written = Record<string, unknown>;

/** Converts a schema of OpenAPI 3.0 or 3.1 to JSON Schema 2020-12. */
export function convertSchema(
  { value, base }: Pick<Found, 'value' | 'base'>,
  context: Conversion,
): JsonSchema {
  if (value === false) return { not: {} };
  if (!isRecord(value) || !context.enter(value)) return {};
  const ref = value.$ref ?? value.$dynamicRef;
  if (value.$ref === undefined && ref !== undefined)
    context.lose(String(ref), 'a `$dynamicRef` is read as a `$ref`');
  if (ref !== undefined && typeof ref !== 'string')
    context.lose(JSON.stringify(ref), 'the reference is not a text, and is left out');
  if (value.$id !== undefined)
    context.lose(String(value.$id), '`$id` is ignored: references start at the document');
  const converted = typeof ref === 'string' ? converting(value, ref) : plain(value);
  context.leave(value);
  return converted;

  function converting(schema: Readonly<Record<string, unknown>>, ref: string): JsonSchema {
    const { $ref: _ref, $dynamicRef: _dynamic, ...siblings } = schema;
    const target = context.refer(ref, base);
    // The reference gets its name later, so that it must stay the same object.
    return context.isOld ? target : Object.assign(target, plain(siblings, true));
  }

  function plain(schema: Readonly<Record<string, unknown>>, isBeside = false): JsonSchema {
    const written: Written = {};
    for (const [keyword, part] of Object.entries(schema)) {
      const kept =
        KEPT.has(keyword) || holdingOf(keyword) !== undefined ? convertPart(keyword, part) : undefined;
      if (kept !== undefined) written[keyword] = kept;
    }
    adjust(written, schema, isBeside);
    return written as JsonSchema;
  }

  function convertPart(keyword: string, part: unknown): unknown {
    const holding = holdingOf(keyword);
    if (holding === undefined) return part;
    const convert = (child: unknown): unknown =>
      typeof child === 'boolean' ? child : convertSchema({ value: child, base }, context);
    if (keyword === 'properties') return convertMembers(part, convert);
    if (keyword === '$defs' || keyword === 'definitions') return undefined;
    if (Array.isArray(part)) return part.map(convert);
    if (holding !== 'named') return convert(part);
    if (!isRecord(part)) return undefined;
    const children: Written = {};
    for (const [name, child] of Object.entries(part)) setMember(children, name, convert(child));
    return children;
  }

  /** Leaves out members that only the other direction has. */
  function convertMembers(part: unknown, convert: (child: unknown) => unknown): unknown {
    const members: Written = {};
    for (const [name, child] of Object.entries(isRecord(part) ? part : {})) {
      const isReadOnly = isMarked(child, 'readOnly');
      const isWriteOnly = isMarked(child, 'writeOnly');
      if (isReadOnly || isWriteOnly) context.divide();
      const isLeftOut = context.direction === 'input' ? isReadOnly : isWriteOnly;
      if (!isLeftOut) setMember(members, name, child === true ? {} : convert(child));
    }
    return members;
  }

  /** Whether a schema, what it refers to, or a part that it consists of has a mark. */
  function isMarked(child: unknown, mark: string): boolean {
    return context.chain({ value: child, base }).some(({ value: one, base: own }) => {
      if (!isRecord(one)) return false;
      const parts: readonly unknown[] = Array.isArray(one.allOf) ? one.allOf : [];
      return (
        one[mark] === true ||
        parts.some((part) =>
          context
            .chain({ value: part, base: own })
            .some(({ value: each }) => isRecord(each) && each[mark] === true),
        )
      );
    });
  }

  function adjust(written: Written, schema: Readonly<Record<string, unknown>>, isBeside: boolean): void {
    adjustObject(written, schema);
    adjustLimits(written);
    adjustType(written, isBeside);
    adjustFormat(written, context);
    const { example, examples, nullable } = schema;
    if (example !== undefined && examples === undefined) written.examples = [example];
    else if (Array.isArray(examples)) written.examples = examples;
    if (nullable === true) makeNullable(written);
    const { discriminator } = schema;
    if (isRecord(discriminator)) adjustChoice(written, discriminator, schema, base, context);
  }
}

/** Keywords that stay as they are. */
const KEPT: ReadonlySet<string> = new Set([
  ...[
    'title',
    'description',
    'default',
    'deprecated',
    'type',
    'enum',
    'const',
    'format',
    'pattern',
    'required',
  ],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'contentEncoding'],
  ...['contentMediaType', 'minContains', 'maxContains', 'dependentRequired', 'writeOnly'],
]);

function adjustObject(written: Written, { properties }: Readonly<Record<string, unknown>>): void {
  const { required } = written;
  const gone = new Set(Object.keys(isRecord(properties) ? properties : {}));
  for (const name of Object.keys(isRecord(written.properties) ? written.properties : {})) gone.delete(name);
  const names = Array.isArray(required)
    ? required.filter((name) => typeof name === 'string' && !gone.has(name))
    : [];
  if (names.length > 0) written.required = [...new Set(names)];
  else delete written.required;
}

/** In 3.0, exclusive limits are flags beside the limits. */
function adjustLimits(written: Written): void {
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof written[exclusive] !== 'boolean') continue;
    if (written[exclusive] === true && written[limit] !== undefined) {
      written[exclusive] = written[limit];
      delete written[limit];
    } else delete written[exclusive];
  }
}

const TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

/** Adds a type that is only implied, and leaves out names that are no types, such as `file`. */
function adjustType(written: Written, isBeside: boolean): void {
  const types = [written.type ?? []].flat().filter((type) => TYPES.has(type));
  if (types.length > 0) written.type = types.length === 1 ? types[0] : [...new Set(types)];
  else delete written.type;
  const isChoice = ['allOf', 'anyOf', 'oneOf', '$ref', 'enum', 'const', 'not'].some((keyword) =>
    Object.hasOwn(written, keyword),
  );
  if (written.type !== undefined || isChoice || isBeside) return;
  const [, implied] =
    IMPLIED.find(([keywords]) => keywords.some((keyword) => written[keyword] !== undefined)) ?? [];
  if (implied !== undefined) written.type = implied;
}

const IMPLIED: readonly (readonly [keywords: readonly string[], type: string])[] = [
  [['properties', 'additionalProperties', 'required', 'minProperties', 'maxProperties'], 'object'],
  [['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'], 'array'],
  [['pattern', 'minLength', 'maxLength'], 'string'],
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], 'number'],
];

/** Formats that say how a number is stored constrain nothing that a reader of JSON sees. */
const NUMBER_FORMATS: ReadonlySet<unknown> = new Set([
  'int32',
  'int64',
  'float',
  'double',
  'decimal',
  'uint32',
  'uint64',
]);

function adjustFormat(written: Written, { direction, isForm = false }: Conversion): void {
  const { type } = written;
  const { contentMediaType: media } = written;
  const isFile =
    typeof media === 'string' &&
    written.contentEncoding === undefined &&
    !/^text\/|[/+](?:json|xml)$/i.test(media);
  if (isForm && (isFile || written.format === 'binary')) {
    written.contentEncoding = 'base64';
    delete written.format;
    delete written.contentMediaType;
  }
  // Clients send bytes, but get the text that the server writes.
  if (direction === 'output' && written.contentEncoding === 'base64') {
    delete written.contentEncoding;
    written.format ??= 'byte';
  }
  const { format } = written;
  const isNumber = [type].flat().some((each) => each === 'number' || each === 'integer');
  if (isNumber && NUMBER_FORMATS.has(format)) delete written.format;
  const isAlone = Object.keys(written).every((keyword) => keyword === 'format' || keyword === 'description');
  if (type === undefined && isAlone && typeof format === 'string' && KNOWN_FORMATS.has(format))
    written.type = 'string';
}

function makeNullable(written: Written): void {
  const { type, enum: values } = written;
  if (Array.isArray(values) && !values.includes(null)) written.enum = [...values, null];
  if (type !== undefined) {
    written.type = [...new Set([type, 'null'].flat())];
    return;
  }
  if (Array.isArray(values)) return;
  const parts = ['allOf', 'anyOf', 'oneOf', '$ref'].filter((keyword) => Object.hasOwn(written, keyword));
  if (parts.length === 0) return;
  const inner = Object.fromEntries(parts.map((keyword) => [keyword, written[keyword]]));
  for (const keyword of parts) delete written[keyword];
  written.anyOf = [inner, { type: 'null' }];
}

/** Makes the property that tells the branches of a choice a literal in each branch, as the discriminator says. */
function adjustChoice(
  written: Written,
  discriminator: Readonly<Record<string, unknown>>,
  schema: Readonly<Record<string, unknown>>,
  base: string,
  { find }: Conversion,
): void {
  const { propertyName, mapping } = discriminator;
  const keyword = Array.isArray(written.oneOf) ? 'oneOf' : 'anyOf';
  const [branches, sources] = [written[keyword], schema[keyword]];
  if (typeof propertyName !== 'string' || !Array.isArray(branches) || !Array.isArray(sources)) return;
  const named = Object.entries(isRecord(mapping) ? mapping : {});
  written[keyword] = branches.map((branch, index) => {
    const ref: unknown = isRecord(sources[index]) ? sources[index].$ref : undefined;
    if (typeof ref !== 'string') return branch;
    const name = ref.split('/').at(-1) ?? ref;
    const own = named.flatMap(([value, target]) => (target === ref || target === name ? [value] : []));
    if (own.length === 0 && hasLiterals(find(ref, base), propertyName)) return branch;
    const values = own.length > 0 ? own : [name];
    const tag = { type: 'string', enum: values };
    return {
      allOf: [branch, { type: 'object', properties: { [propertyName]: tag }, required: [propertyName] }],
    };
  });
}

function hasLiterals(schema: unknown, name: string): boolean {
  const { properties }: Written = isRecord(schema) ? schema : {};
  const member = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const { const: only, enum: values }: Written = isRecord(member) ? member : {};
  return only !== undefined || Array.isArray(values);
}
