import { isRecord, type JsonSchema } from '@toolwright/contract';
import { escapeSegment, pointerSegments, setMember } from '@toolwright/json';
import { holdingOf } from '@toolwright/json-schema';
import { isSupportedKeyword } from '@toolwright/tools/validation';
import type { Documents, Found } from './documents.js';
import { Names } from './names.js';
import { type Definition, variantsOf } from './schema-definition.js';
import { applyRules, type Direction, tagBranches, type Written } from './schema-rules.js';

type Missing = (ref: string, what?: string) => void;
type Source = Pick<Found, 'value' | 'base'>;

/** Who asks for a schema. */
interface Use {
  readonly direction: Direction;
  /** The definition that the schema is a part of. */
  readonly owner: Definition | undefined;
}

/**
 * Converts the schemas of a document, 3.0 or 3.1, to JSON Schema 2020-12, with the definitions that they refer to. A definition with
 * members that only one direction has becomes two.
 */
export class SchemaReader {
  readonly #documents: Documents;
  readonly #isOld: boolean;
  readonly #definitions = new Map<string, Definition>();
  readonly #open: Definition[] = [];
  readonly #missing: Missing;
  readonly #inside = new Set<object>();

  /**
   * @param isOld whether the document is 3.0, in which a reference has no siblings
   * @param missing receives references without a target, or what else is wrong with one
   */
  constructor(documents: Documents, isOld: boolean, missing: Missing) {
    this.#documents = documents;
    this.#isOld = isOld;
    this.#missing = missing;
  }

  /** Reads a schema. Its references get their names from {@link definitions}. */
  read(source: Source, direction: Direction): JsonSchema {
    const schema = this.#convert(source, { direction, owner: undefined });
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop())
      next.schema = this.#convert(next.found, { direction: next.direction, owner: next });
    return schema;
  }

  /** Names all definitions, and completes the references to them. */
  definitions(): Readonly<Record<string, JsonSchema>> {
    const variantOf = variantsOf([...this.#definitions.values()]);
    const names = new Map<string, string>();
    const taken = new Names();
    const result: Record<string, JsonSchema> = {};
    for (const definition of this.#definitions.values()) {
      const { key, found, schema, uses } = definition;
      const variant = variantOf(definition);
      const id = `${variant} ${key}`;
      const known = names.get(id);
      const name = known ?? taken.take(nameOf(found) + variant);
      names.set(id, name);
      if (known === undefined) result[name] = schema;
      for (const use of uses) use.$ref = `#/$defs/${escapeSegment(name)}`;
    }
    return result;
  }

  #convert({ value, base }: Source, use: Use): JsonSchema {
    if (value === false) return { not: {} };
    if (!isRecord(value) || !this.#enter(value, use.direction)) return {};
    if (value.$id !== undefined)
      this.#missing(String(value.$id), '`$id` is ignored: references start at the document');
    const target = this.#refer(value, base, use);
    // The reference gets its name later, so that it must stay the same object.
    const converted =
      target !== undefined && this.#isOld
        ? target
        : Object.assign(target ?? {}, this.#keywords(value, base, use, target !== undefined));
    this.#inside.delete(value);
    return converted;
  }

  #keywords(value: Readonly<Written>, base: string, use: Use, isBeside: boolean): Written {
    const written: Written = {};
    for (const [keyword, part] of Object.entries(value)) {
      const isKept = holdingOf(keyword) !== undefined || isSupportedKeyword(keyword);
      const kept = isKept && !LEFT_OUT.has(keyword) ? this.#keyword(keyword, part, base, use) : undefined;
      if (kept !== undefined) written[keyword] = kept;
    }
    applyRules(written, value, { ...use, isBeside });
    const choice = Array.isArray(written.oneOf) ? 'oneOf' : 'anyOf';
    if (written[choice] !== undefined)
      written[choice] = tagBranches({
        ...{ discriminator: value.discriminator, sources: value[choice], branches: written[choice] },
        find: (ref) => this.#documents.find(ref, base)?.value,
      });
    return written;
  }

  #keyword(keyword: string, part: unknown, base: string, use: Use): unknown {
    const holding = holdingOf(keyword);
    const convert = (child: unknown): unknown =>
      typeof child === 'boolean' ? child : this.#convert({ value: child, base }, use);
    if (holding === undefined) return part;
    if (Array.isArray(part)) return part.map(convert);
    if (holding !== 'named') return convert(part);
    if (!isRecord(part)) return undefined;
    const members: Written = {};
    for (const [name, child] of Object.entries(part)) {
      if (keyword !== 'properties') setMember(members, name, convert(child));
      else if (name === '__proto__') this.#missing(name, 'a member with this name is left out');
      else if (!this.#isLeftOut(child, base, use))
        setMember(members, name, child === true ? {} : convert(child));
    }
    return members;
  }

  /** Whether only the other direction has a member. What it refers to, or a part that it consists of, may say so. */
  #isLeftOut(child: unknown, base: string, { direction, owner }: Use): boolean {
    const chain = (value: unknown, at: string): readonly Found[] =>
      this.#documents.chain({ value, base: at, pointer: '#' });
    const marks = chain(child, base).flatMap(({ value, base: own }) => {
      const parts: readonly unknown[] = isRecord(value) && Array.isArray(value.allOf) ? value.allOf : [];
      return [value, ...parts.flatMap((part) => chain(part, own).map((one) => one.value))].filter(isRecord);
    });
    const isReadOnly = marks.some(({ readOnly }) => readOnly === true);
    const isWriteOnly = marks.some(({ writeOnly }) => writeOnly === true);
    if ((isReadOnly || isWriteOnly) && owner !== undefined) owner.isDivided = true;
    return direction === 'output' ? isWriteOnly : isReadOnly;
  }

  /** A document of YAML may hold itself, or repeat its parts without end. */
  #enter(schema: object, direction: Direction): boolean {
    this.#documents.count(schema, direction);
    if (this.#inside.has(schema) || this.#inside.size >= MAX_DEPTH) {
      this.#missing('a part that holds itself, or is nested too deeply');
      return false;
    }
    this.#inside.add(schema);
    return true;
  }

  /** Returns the schema that stands for the target of a reference; any value for one without a target. */
  #refer({ $ref, $dynamicRef }: Readonly<Written>, base: string, use: Use): { $ref?: string } | undefined {
    const ref = $ref ?? $dynamicRef;
    if (ref === undefined) return undefined;
    if ($ref === undefined) this.#missing(String(ref), 'a `$dynamicRef` is read as a `$ref`');
    if (typeof ref !== 'string') {
      this.#missing(JSON.stringify(ref), 'the reference is not a text, and is left out');
      return undefined;
    }
    const found = this.#documents.find(ref, base);
    if (found === undefined) {
      this.#missing(ref);
      return {};
    }
    const definition = this.#definitionOf(found, use.direction);
    use.owner?.refersTo.add(definition);
    const reference = { $ref: '' };
    definition.uses.push(reference);
    return reference;
  }

  #definitionOf(found: Found, direction: Direction): Definition {
    const key = found.base + found.pointer;
    const known = this.#definitions.get(`${direction} ${key}`);
    if (known !== undefined) return known;
    const parts = { uses: [], refersTo: new Set<Definition>(), schema: {} };
    const definition: Definition = { direction, key, found, ...parts, isDivided: false };
    this.#definitions.set(`${direction} ${key}`, definition);
    this.#open.push(definition);
    return definition;
  }
}

const MAX_DEPTH = 200;

/** Names a schema after its place, or the file that it is. */
function nameOf({ base, pointer }: Found): string {
  const file = /([^/]+?)(?:\.\w+)?$/.exec(base.replace(/[?#].*$/, ''))?.[1];
  return pointerSegments(pointer).at(-1) ?? file ?? 'Document';
}

/** What is read in another way, or says nothing of values. */
const LEFT_OUT = new Set(['$ref', '$defs', 'definitions', '$schema', '$comment', 'readOnly']);
