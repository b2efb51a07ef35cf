import type { JsonSchema } from '@toolwright/contract';
import { pointerSegments } from '@toolwright/json';
import { type Conversion, convertSchema, type Direction } from './convert-schema.js';
import type { Documents, Found } from './documents.js';

type Missing = (ref: string, what?: string) => void;

interface Definition {
  readonly direction: Direction;
  /** The schema's place, which both directions share. */
  readonly key: string;
  readonly wanted: string;
  readonly found: Found;
  /** The references to it, which get its name in the end. */
  readonly uses: { $ref: string }[];
  readonly refersTo: Set<Definition>;
  schema: JsonSchema;
  isDivided: boolean;
}

/**
 * Reads the schemas of a document with the definitions that they refer to. A definition with members that only one direction has becomes
 * two.
 */
export class SchemaReader {
  readonly #documents: Documents;
  readonly #isOld: boolean;
  readonly #definitions = new Map<string, Definition>();
  readonly #open: Definition[] = [];
  readonly #missing: Missing;
  readonly #inside = new Set<object>();

  /** @param missing receives references without a target, or what else is wrong with one */
  constructor(documents: Documents, isOld: boolean, missing: Missing) {
    this.#documents = documents;
    this.#isOld = isOld;
    this.#missing = missing;
  }

  /** Reads a schema. Its references get their names from {@link definitions}. @param isForm whether `binary` strings are files */
  read(found: Found, direction: Direction, isForm = false): JsonSchema {
    const schema = this.#convert(found, direction, undefined, isForm);
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop())
      next.schema = this.#convert(next.found, next.direction, next, isForm);
    return schema;
  }

  /** Names all definitions, and completes the references to them. */
  definitions(): Readonly<Record<string, JsonSchema>> {
    spreadDivision([...this.#definitions.values()]);
    const names = new Map<string, string>();
    const taken = new Set<string>();
    const result: Record<string, JsonSchema> = {};
    for (const { direction, key, wanted, isDivided, schema, uses } of this.#definitions.values()) {
      const id = isDivided ? `${direction} ${key}` : key;
      const known = names.get(id);
      const name = known ?? freeName(isDivided && direction === 'input' ? `${wanted}Input` : wanted, taken);
      names.set(id, name);
      if (known === undefined) result[name] = schema;
      for (const use of uses) use.$ref = `#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    }
    return result;
  }

  #convert(found: Found, direction: Direction, owner: Definition | undefined, isForm: boolean): JsonSchema {
    const context: Conversion = {
      direction,
      isOld: this.#isOld,
      isForm,
      refer: (ref, base) => this.#refer(ref, base, direction, owner),
      find: (ref, base) => this.#documents.find(ref, base)?.value,
      chain: (part) => this.#documents.chain({ pointer: '#', ...part }),
      lose: (ref, what) => this.#missing(ref, what),
      divide: () => {
        if (owner !== undefined) owner.isDivided = true;
      },
      enter: (schema) => this.#enter(schema, direction),
      leave: (schema) => void this.#inside.delete(schema),
    };
    return convertSchema(found, context);
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

  #refer(ref: string, base: string, direction: Direction, owner: Definition | undefined): JsonSchema {
    const found = this.#documents.find(ref, base);
    if (found === undefined) {
      this.#missing(ref);
      return {};
    }
    const key = found.base + found.pointer;
    const id = `${direction} ${key}`;
    let definition = this.#definitions.get(id);
    if (definition === undefined) {
      const wanted = pointerSegments(found.pointer).at(-1) ?? 'Document';
      definition = {
        direction,
        key,
        wanted,
        found,
        uses: [],
        refersTo: new Set(),
        schema: {},
        isDivided: false,
      };
      this.#definitions.set(id, definition);
      this.#open.push(definition);
    }
    owner?.refersTo.add(definition);
    const use = { $ref: '' };
    definition.uses.push(use);
    return use;
  }
}

const MAX_DEPTH = 200;

/** What refers to a divided definition is divided, too. */
function spreadDivision(definitions: readonly Definition[]): void {
  const users = new Map<string, Definition[]>();
  for (const definition of definitions) {
    for (const { key } of definition.refersTo) {
      const known = users.get(key);
      if (known === undefined) users.set(key, [definition]);
      else known.push(definition);
    }
  }
  const open = definitions.filter(({ isDivided }) => isDivided);
  const seen = new Set(open.map(({ key }) => key));
  for (const { key } of open) {
    for (const user of users.get(key) ?? []) {
      if (seen.has(user.key)) continue;
      seen.add(user.key);
      open.push(user);
    }
  }
  for (const definition of definitions) definition.isDivided = seen.has(definition.key);
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}
