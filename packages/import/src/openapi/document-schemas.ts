import { isRecord, type JsonSchema } from '@toolwright/contract';
import { setMember } from '@toolwright/json';
import { holdingOf } from '@toolwright/json-schema';
import { isSupportedKeyword } from '@toolwright/tools/validation';
import { DOCUMENT_RULES, type Use, type Written } from './document-rules.js';
import type { Documents, Found } from './documents.js';

type Source = Pick<Found, 'value' | 'base'>;

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
    for (const rule of DOCUMENT_RULES) rule(written, value, use);
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
