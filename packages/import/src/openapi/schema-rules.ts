import { isRecord } from '@toolwright/contract';
import { KNOWN_FORMATS } from '@toolwright/json-schema';

/** Whether values are sent to the server, as JSON or the parts of a form, whose `binary` strings are files, or come from it. */
export type Direction = 'input' | 'form' | 'output';

/** A schema while it is converted. */
export type Written = Record<string, unknown>;

/** Where a schema is. */
export interface SchemaUse {
  readonly direction: Direction;
  /** Whether it is beside a reference. */
  readonly isBeside: boolean;
}

/** Completes the conversion of a schema of OpenAPI to JSON Schema 2020-12, whose keywords were copied. */
export function applyRules(written: Written, schema: Readonly<Written>, use: SchemaUse): void {
  adjustRequired(written, schema);
  adjustLimits(written);
  adjustType(written, use.isBeside);
  adjustFormat(written, use);
  const { example, examples, nullable } = schema;
  delete written.examples;
  if (example !== undefined && examples === undefined) written.examples = [example];
  else if (Array.isArray(examples)) written.examples = examples;
  if (nullable === true) makeNullable(written);
}

/** Members that only the other direction has are not required. */
function adjustRequired(written: Written, { properties }: Readonly<Written>): void {
  const names = (value: unknown): string[] => Object.keys(isRecord(value) ? value : {});
  const kept = new Set(names(written.properties));
  const gone = new Set(names(properties).filter((name) => !kept.has(name)));
  const given = Array.isArray(written.required) ? written.required : [];
  const required = given.filter((name) => typeof name === 'string' && !gone.has(name));
  if (required.length > 0) written.required = [...new Set(required)];
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

const TYPES = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const CHOICES = ['allOf', 'anyOf', 'oneOf', '$ref', 'enum', 'const', 'not'];

/** Adds a type that is only implied, and leaves out names that are no types, such as `file`. */
function adjustType(written: Written, isBeside: boolean): void {
  const types = [written.type ?? []].flat().filter((type) => TYPES.has(type));
  if (types.length > 0) written.type = types.length === 1 ? types[0] : [...new Set(types)];
  else delete written.type;
  const isChoice = CHOICES.some((keyword) => Object.hasOwn(written, keyword));
  if (written.type !== undefined || isChoice || isBeside) return;
  const [type] =
    IMPLIED.find(([, keywords]) => keywords.some((keyword) => written[keyword] !== undefined)) ?? [];
  if (type !== undefined) written.type = type;
}

const IMPLIED: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'required', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Formats that say how a number is stored. A format constrains texts only. */
const NUMBER_FORMATS = new Set<unknown>(['int32', 'int64', 'float', 'double', 'decimal', 'uint32', 'uint64']);

function adjustFormat(written: Written, { direction }: SchemaUse): void {
  const { type, contentMediaType: media } = written;
  const isFile =
    typeof media === 'string' &&
    written.contentEncoding === undefined &&
    !/^text\/|[/+](?:json|xml)$/i.test(media);
  if (direction === 'form' && (isFile || written.format === 'binary')) {
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
  const isText = [type ?? 'string'].flat().includes('string');
  if (!isText || (type !== undefined && NUMBER_FORMATS.has(format))) delete written.format;
  const isAlone = Object.keys(written).every((keyword) => keyword === 'format' || keyword === 'description');
  if (type === undefined && isAlone && typeof format === 'string' && KNOWN_FORMATS.has(format))
    written.type = 'string';
}

function makeNullable(written: Written): void {
  const { type, enum: values } = written;
  if (Array.isArray(values) && !values.includes(null)) written.enum = [...values, null];
  if (type !== undefined) written.type = [...new Set([type, 'null'].flat())];
  if (type !== undefined || Array.isArray(values)) return;
  const parts = ['allOf', 'anyOf', 'oneOf'].filter((keyword) => Object.hasOwn(written, keyword));
  if (parts.length === 0) return;
  const inner = Object.fromEntries(parts.map((keyword) => [keyword, written[keyword]]));
  for (const keyword of parts) delete written[keyword];
  written.anyOf = [inner, { type: 'null' }];
}

/** A choice whose branches are told apart by a member, as its discriminator says. */
export interface Tagged {
  readonly discriminator: unknown;
  /** The branches as they are in the document. */
  readonly sources: unknown;
  readonly branches: unknown;
  /** Returns the target of a reference. */
  readonly find: (ref: string) => unknown;
}

/** Makes the member that tells the branches apart a literal in each branch. Returns other branches as they are. */
export function tagBranches({ discriminator, sources, branches, find }: Tagged): unknown {
  const { propertyName: name, mapping }: Written = isRecord(discriminator) ? discriminator : {};
  if (typeof name !== 'string' || !Array.isArray(branches) || !Array.isArray(sources)) return branches;
  const named = Object.entries(isRecord(mapping) ? mapping : {});
  return branches.map((branch, index) => {
    const ref: unknown = isRecord(sources[index]) ? sources[index].$ref : undefined;
    if (typeof ref !== 'string') return branch;
    const target = ref.split('/').at(-1) ?? ref;
    const own = named.flatMap(([value, of]) => (of === ref || of === target ? [value] : []));
    const literals = literalsOf(find(ref), name);
    // The branch says as much by itself.
    if (literals?.every((value) => own.length === 0 || own.some((one) => one === value))) return branch;
    const tag = { type: 'string', enum: own.length > 0 ? own : [target] };
    return { allOf: [branch, { type: 'object', properties: { [name]: tag }, required: [name] }] };
  });
}

function literalsOf(schema: unknown, name: string): readonly unknown[] | undefined {
  const { properties }: Written = isRecord(schema) ? schema : {};
  const member = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!isRecord(member)) return undefined;
  if (member.const !== undefined) return [member.const];
  return Array.isArray(member.enum) ? member.enum : undefined;
}
