import { isRecord, type JsonSchema } from '@toolwright/contract';
import { setMember } from '@toolwright/json';
import { commentText, holdingOf, KNOWN_FORMATS } from '@toolwright/json-schema';
import { isSupportedKeyword } from '@toolwright/tools/validation';
import type { Documents, Found } from './documents.js';

type Written = Record<string, unknown>;
type Source = Pick<Found, 'value' | 'base'>;

/** Who reads a schema: requests leave out what is only read, answers what is only written, and forms have files. */
export type Use = 'request' | 'form' | 'answer';

/**
 * Takes schemas from documents as JSON Schema for a comparison. It shares nothing with the reader of an import but the search for the
 * targets of references, so that it does not repeat its mistakes.
 */
export class DocumentSchemas {
  /** What the schemas refer to, by names that are no part of the comparison. */
  readonly definitions: Record<string, JsonSchema> = {};
  readonly documents: Documents;
  readonly #isOld: boolean;
  readonly #names = new Map<string, string>();
  readonly #open: (() => void)[] = [];
  readonly #inside = new Set<object>();

  /** @param isOld whether the documents are 3.0, in which nothing is beside a reference */
  constructor(documents: Documents, isOld: boolean) {
    this.documents = documents;
    this.#isOld = isOld;
  }

  take(source: Source, use: Use): JsonSchema {
    const taken = this.#schema(source, use);
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) next();
    return taken;
  }

  #schema({ value, base }: Source, use: Use): JsonSchema {
    if (value === false) return { not: {} };
    // A document of YAML may hold itself.
    if (!isRecord(value) || this.#inside.has(value) || this.#inside.size >= MAX_DEPTH) return {};
    this.#inside.add(value);
    const written = this.#written(value, base, use);
    this.#inside.delete(value);
    return written;
  }

  #written(value: Readonly<Written>, base: string, use: Use): JsonSchema {
    const ref = value.$ref ?? value.$dynamicRef;
    const $ref = typeof ref === 'string' ? this.#nameOf(ref, base, use) : undefined;
    if (this.#isOld && typeof ref === 'string') return $ref === undefined ? {} : { $ref };
    const written: Written = { ...($ref !== undefined && { $ref }) };
    for (const [keyword, part] of Object.entries(value)) {
      const child = (one: unknown): unknown =>
        typeof one === 'boolean' && keyword !== 'properties' ? one : this.#schema({ value: one, base }, use);
      if (isCompared(keyword)) written[keyword] = copied(keyword, part, child);
    }
    this.#leaveOut(written, value, base, use);
    for (const rule of RULES) rule(written, value, use);
    this.#addTags(written, value, base);
    return written as JsonSchema;
  }

  #nameOf(ref: string, base: string, use: Use): string | undefined {
    const found = this.documents.find(ref, base);
    if (found === undefined) return undefined;
    const key = `${use} ${found.base} ${found.pointer}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      name = `d${this.#names.size}`;
      this.#names.set(key, name);
      const own = name;
      this.#open.push(() => {
        this.definitions[own] = this.#schema(found, use);
      });
    }
    return `#/$defs/${name}`;
  }

  /** Leaves out members that only the other direction has. */
  #leaveOut(written: Written, { properties, required }: Written, base: string, use: Use): void {
    if (!isRecord(properties) || !isRecord(written.properties)) return;
    const mark = use === 'answer' ? 'writeOnly' : 'readOnly';
    const isMarked = ({ value }: Source): boolean => isRecord(value) && value[mark] === true;
    const left = Object.entries(properties).flatMap(([name, member]) => {
      const whole = this.#chain({ value: member, base });
      const parts = whole.flatMap(({ value, base: own }) =>
        isRecord(value) && Array.isArray(value.allOf)
          ? value.allOf.flatMap((part: unknown) => this.#chain({ value: part, base: own }))
          : [],
      );
      return [...whole, ...parts].some(isMarked) ? [name] : [];
    });
    const kept = Object.entries(written.properties).filter(([name]) => !left.includes(name));
    written.properties = Object.fromEntries(kept);
    if (Array.isArray(required)) written.required = required.filter((name) => !left.includes(name));
  }

  /** The discriminator of a choice names the values of a member by which its branches are told apart. */
  #addTags(written: Written, { discriminator, ...schema }: Written, base: string): void {
    const keyword = Array.isArray(schema.oneOf) ? 'oneOf' : 'anyOf';
    const [branches, sources] = [written[keyword], schema[keyword]];
    const { propertyName: name, mapping }: Written = isRecord(discriminator) ? discriminator : {};
    if (typeof name !== 'string' || !Array.isArray(branches) || !Array.isArray(sources)) return;
    written[keyword] = branches.map((branch, index) => {
      const { $ref }: Written = isRecord(sources[index]) ? sources[index] : {};
      if (typeof $ref !== 'string') return branch;
      const own = $ref.slice($ref.lastIndexOf('/') + 1);
      const named = Object.entries(isRecord(mapping) ? mapping : {}).flatMap(([tag, target]) =>
        target === $ref || target === own ? [tag] : [],
      );
      const target = this.documents.find($ref, base)?.value;
      const member: unknown = isRecord(target) && isRecord(target.properties) ? target.properties[name] : {};
      if (named.length === 0 && isRecord(member) && (member.enum ?? member.const) !== undefined)
        return branch;
      const tag = { type: 'string', enum: named.length === 0 ? [own] : named };
      return { allOf: [branch, { type: 'object', properties: { [name]: tag }, required: [name] }] };
    });
  }

  #chain(source: Source): readonly Source[] {
    return this.documents.chain({ ...source, pointer: '#' });
  }
}

/** As deep as an import reads. */
const MAX_DEPTH = 200;

function isCompared(keyword: string): boolean {
  return (holdingOf(keyword) !== undefined || isSupportedKeyword(keyword)) && !IGNORED.has(keyword);
}

const IGNORED = new Set(['$ref', '$defs', 'definitions', '$schema', '$comment', 'readOnly']);

function copied(keyword: string, part: unknown, child: (one: unknown) => unknown): unknown {
  const holding = holdingOf(keyword);
  if (holding === undefined) return part;
  if (Array.isArray(part)) return part.map(child);
  if (holding !== 'named' || !isRecord(part)) return child(part);
  const members: Written = {};
  for (const [name, member] of Object.entries(part)) setMember(members, name, child(member));
  return members;
}

type Rule = (written: Written, schema: Written, use: Use) => void;

/** What OpenAPI writes in another way than JSON Schema 2020-12, or what documents usually mean. */
const RULES: readonly Rule[] = [
  (written) => {
    for (const limit of ['minimum', 'maximum']) {
      const exclusive = `exclusive${limit.charAt(0).toUpperCase()}${limit.slice(1)}`;
      if (written[exclusive] === true) written[exclusive] = written[limit];
      else if (written[exclusive] === false) delete written[exclusive];
      else continue;
      if (written[exclusive] !== undefined) delete written[limit];
    }
  },
  (written, { type, $ref, $dynamicRef }) => {
    const types = [type ?? []].flat().filter((one) => TYPES.includes(one));
    const isSaid = ['allOf', 'anyOf', 'oneOf', 'enum', 'const', 'not'].some((name) => name in written);
    const implied = Object.keys(IMPLIED).find((one) =>
      IMPLIED[one]?.some((name) => written[name] !== undefined),
    );
    delete written.type;
    if (types.length > 0) written.type = types.length === 1 ? types[0] : types;
    else if (!isSaid && ($ref ?? $dynamicRef) === undefined && implied !== undefined) written.type = implied;
  },
  (written, { format, contentMediaType: media, contentEncoding }, use) => {
    const isFile =
      typeof media === 'string' && contentEncoding === undefined && !/^text\/|[/+](?:json|xml)$/i.test(media);
    if (use === 'form' && (isFile || format === 'binary')) {
      written.contentEncoding = 'base64';
      delete written.format;
      delete written.contentMediaType;
    }
    if (use === 'answer' && contentEncoding === 'base64') {
      delete written.contentEncoding;
      written.format ??= 'byte';
    }
    if (/number|integer/.test(String(written.type)) && /^u?int\d+$|float|double|decimal/.test(String(format)))
      delete written.format;
    const isAlone = Object.keys(written).every((name) => name === 'format' || name === 'description');
    if (isAlone && KNOWN_FORMATS.has(String(written.format))) written.type = 'string';
  },
  (written, { description, example, examples }) => {
    const text = typeof description === 'string' ? commentText(description) : '';
    delete written.description;
    if (text !== '') written.description = text;
    delete written.examples;
    if (Array.isArray(examples)) written.examples = examples;
    else if (example !== undefined && examples === undefined) written.examples = [example];
  },
  (written, { nullable }) => {
    if (nullable !== true) return;
    const { type, enum: values, anyOf, oneOf, allOf, $ref, ...rest } = written;
    if (Array.isArray(values) && !values.includes(null)) written.enum = [...values, null];
    if (type !== undefined) written.type = [...new Set([type, 'null'].flat())];
    if (type !== undefined || Array.isArray(values)) return;
    const choice = Object.entries({ anyOf, oneOf, allOf, $ref }).filter(([, part]) => part !== undefined);
    if (choice.length === 0) return;
    for (const name of Object.keys(written)) if (!(name in rest)) delete written[name];
    written.anyOf = [Object.fromEntries(choice), { type: 'null' }];
  },
];

const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
/** The types that keywords speak of, the likeliest first. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'additionalProperties', 'required', 'minProperties', 'maxProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};
