import type { JsonSchema, JsonType } from '@toolwright/contract';
import { SchemaCompiler, SchemaValidator } from '@toolwright/tools/validation';
import { type Conjunction, conjunctionOf, itemSchemas, memberSchemas, typesOf } from './conjunction.js';
import { type FastCheck, fastCheck } from './fast-check.js';
import { numberArbitrary } from './numbers.js';
import { onlyFitting, type Place } from './only-fitting.js';
import { SchemaKeys, type Union } from './schema-keys.js';
import { Termination } from './termination.js';
import { textArbitrary } from './texts.js';

type Arbitrary<Value = unknown> = FastCheck.Arbitrary<Value>;
type Schemas = readonly (JsonSchema | boolean)[];

/** Below this depth, values end as soon as they can. */
const MAX_DEPTH = 3;
const MAX_MORE_ITEMS = 3;
const MAX_MORE_MEMBERS = 2;

/** Creates arbitraries for the parts of a schema. */
export class ValueArbitraries {
  readonly #root: JsonSchema;
  readonly #ends: Termination;
  readonly #tool: string;
  readonly #keys = new SchemaKeys();
  /** Shared, because creating one takes longer than most of what it compiles. */
  readonly #compiler = new SchemaCompiler(false);
  readonly #known = new Map<string, Arbitrary>();

  /** @param tool its name, for errors */
  constructor(root: JsonSchema, tool: string) {
    this.#root = root;
    this.#tool = tool;
    this.#ends = new Termination(root, this.#keys);
  }

  /** Whether a value can end; see {@link Termination.canEnd}. */
  canEnd(schemas: Schemas): boolean {
    return this.#ends.canEnd(schemas);
  }

  /**
   * Values that fit all schemas. Nested values are created when they are needed, because schemas may be recursive; then they are kept,
   * because most of the time goes into creating them.
   * @param path of the value, for errors
   */
  of(schemas: Schemas, depth = 0, path = ''): Arbitrary {
    const key = `${this.#keys.keyOf(schemas)} ${Math.min(depth, MAX_DEPTH + 1)}`;
    const found = this.#known.get(key) ?? this.#create(schemas, depth, path);
    this.#known.set(key, found);
    return found;
  }

  #create(schemas: Schemas, depth: number, path: string): Arbitrary {
    const fc = fastCheck();
    const all = conjunctionOf(schemas, this.#root);
    const [literals] = all.flatMap(({ const: value, enum: values }) =>
      value !== undefined ? [[value]] : values === undefined ? [] : [values],
    );
    if (literals !== undefined) return fc.constantFrom<unknown>(...literals);
    const union = this.#keys.findUnion(all);
    if (union !== undefined) return this.#union(union, depth, path);
    const types = typesOf(all);
    if (all.length === 0) return fc.jsonValue({ maxDepth: 1 });
    if (types.length === 0) return fc.constant(undefined);
    const possible =
      depth > MAX_DEPTH ? this.#ends.soonest(types.map((type) => [...all, ONLY[type]])) : undefined;
    const chosen = possible === undefined ? types : types.filter((_, index) => index === possible);
    return fc.oneof(...chosen.map((type) => this.#typed(type, all, depth, path)));
  }

  #union({ rest, branches }: Union, depth: number, path: string): Arbitrary {
    const fc = fastCheck();
    const all = branches.map((branch) => [...rest, branch]);
    const ending = all.filter((option) => this.#ends.canEnd(option));
    const options = ending.length > 0 ? ending : all;
    const soonest = depth > MAX_DEPTH ? this.#ends.soonest(options) : undefined;
    if (soonest !== undefined) return this.of(options[soonest] ?? [], depth, path);
    return fc.nat(options.length - 1).chain((index) => this.of(options[index] ?? [], depth, path));
  }

  #typed(type: JsonType, all: Conjunction, depth: number, path: string): Arbitrary {
    const fc = fastCheck();
    const place: Place = { tool: this.#tool, path };
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'string':
        return this.#fitting(textArbitrary(all, place), all, place);
      case 'object':
        return this.#object(all, depth, path);
      case 'array':
        return this.#array(all, depth, path);
      default:
        return this.#fitting(numberArbitrary(all), all, place);
    }
  }

  /** Only values that fit the schemas. */
  #fitting<Value>(values: Arbitrary<Value>, all: Conjunction, place: Place): Arbitrary<Value> {
    const validator = new SchemaValidator(
      { allOf: all.map((schema) => this.#keys.bare(schema)) },
      this.#compiler,
    );
    return onlyFitting(values, (value) => validator.accepts(value), place);
  }

  #object(all: Conjunction, depth: number, path: string): Arbitrary {
    const fc = fastCheck();
    const required = new Set(all.flatMap((schema) => schema.required ?? []));
    const names = [
      ...new Set([...all.flatMap(({ properties = {} }) => Object.keys(properties)), ...required]),
    ];
    const kept = names.filter(
      (name) => required.has(name) || (depth <= MAX_DEPTH && this.#ends.canEnd(memberSchemas(all, name))),
    );
    const members = kept.map((name) => {
      const value = fc
        .constant(name)
        .chain(() => this.of(memberSchemas(all, name), depth + 1, join(path, name)));
      const member = value.map((given): Member | undefined => [name, given]);
      return required.has(name) ? member : fc.option(member, { nil: undefined });
    });
    const least = Math.max(0, ...all.flatMap(({ minProperties }) => minProperties ?? []));
    const most = Math.min(
      ...all.flatMap(({ maxProperties }) => maxProperties ?? []),
      Number.POSITIVE_INFINITY,
    );
    const more =
      depth > MAX_DEPTH && least <= kept.length ? [] : this.#more(all, names, { depth, path }, least);
    return fc.tuple(fc.tuple(...members), fc.tuple(...more)).map(([own, others]) => {
      const optional = own.filter((member) => member !== undefined);
      const present = [...optional, ...others.flat()];
      const tooMany = present.length - most;
      if (tooMany <= 0) return Object.fromEntries(present);
      let left = tooMany;
      return Object.fromEntries(present.filter(([name]) => required.has(name) || left-- <= 0));
    });
  }

  /** Members that no property names. */
  #more(
    all: Conjunction,
    names: readonly string[],
    { depth, path }: { readonly depth: number; readonly path: string },
    least: number,
  ): Arbitrary<readonly Member[]>[] {
    const fc = fastCheck();
    const place: Place = { tool: this.#tool, path };
    const members = (keys: Arbitrary<string>, minLength: number) => {
      const free = onlyFitting(keys, (name) => !names.includes(name) && name !== '__proto__', place);
      const member = free.chain((name) =>
        this.of(memberSchemas(all, name), depth + 1, join(path, '*')).map((value): Member => [name, value]),
      );
      // `fc.uniqueArray` would look without end for more names than there are.
      const lists = fc
        .array(member, { minLength, maxLength: Math.max(minLength, MAX_MORE_MEMBERS) })
        .map((list): readonly Member[] => [...new Map(list)]);
      return onlyFitting(lists, (list) => list.length >= minLength, place);
    };
    const patterns = all.flatMap(({ patternProperties = {} }) =>
      Object.keys(patternProperties).filter((name) => this.#ends.canEnd([patternProperties[name] ?? true])),
    );
    const isClosed = all.some(
      (schema) =>
        schema.additionalProperties === false || Reflect.get(schema, 'unevaluatedProperties') === false,
    );
    const others = all.flatMap(({ additionalProperties: more }) => more ?? []);
    const isOpen = others.some((more) => more !== false) && this.#ends.canEnd(others);
    const missing = Math.max(0, least - names.length);
    const keyed = patterns.map((pattern) =>
      members(textArbitrary([{ type: 'string', pattern }], { tool: this.#tool, path }), 0),
    );
    if (isClosed || (!isOpen && missing === 0)) return keyed;
    const nameSchemas = all.flatMap(({ propertyNames }) => propertyNames ?? []);
    const key =
      nameSchemas.length === 0
        ? fc.stringMatching(/^[a-z]{1,8}$/u)
        : this.of([...nameSchemas, ONLY.string], 0, path).map(String);
    return [...keyed, members(key, missing)];
  }

  /** All values that fit the schemas, if they are few: random ones would hardly all differ. */
  #fewValues(schemas: Schemas): readonly unknown[] | undefined {
    const all = conjunctionOf(schemas, this.#root);
    const listed = all.flatMap(({ const: value, enum: values }) =>
      value !== undefined ? [[value]] : values === undefined ? [] : [values],
    );
    const types = typesOf(all);
    const union = this.#keys.findUnion(all);
    let values: readonly unknown[] | undefined = listed[0];
    if (values === undefined && union !== undefined) {
      const each = union.branches.map((branch) => this.#fewValues([...union.rest, branch]));
      values = each.every((one) => one !== undefined) ? each.flat() : undefined;
    } else if (values === undefined && all.length > 0 && types.every((type) => type in FEW))
      values = types.flatMap((type) => FEW[type] ?? []);
    if (values === undefined || values.length > MAX_FEW) return undefined;
    const validator = new SchemaValidator(
      { allOf: all.map((schema) => this.#keys.bare(schema)) },
      this.#compiler,
    );
    const texts = new Map(values.map((value) => [JSON.stringify(value), value]));
    return [...texts.values()].filter((value) => validator.accepts(value));
  }

  #array(all: Conjunction, depth: number, path: string): Arbitrary {
    const fc = fastCheck();
    const contained = all.flatMap((schema) => {
      const wanted = Reflect.get(schema, 'contains') as JsonSchema | undefined; // a keyword that only others write
      const count = Number(Reflect.get(schema, 'minContains') ?? 1);
      return wanted === undefined ? [] : Array.from({ length: count }, () => wanted);
    });
    const prefix = Math.max(0, ...all.map(({ prefixItems = [] }) => prefixItems.length));
    const isClosed = all.some(
      (schema) => schema.items === false || Reflect.get(schema, 'unevaluatedItems') === false,
    );
    const least = Math.max(contained.length, ...all.flatMap(({ minItems }) => minItems ?? []));
    const most = Math.min(
      ...all.flatMap(({ maxItems }) => maxItems ?? []),
      isClosed ? prefix : Number.POSITIVE_INFINITY,
      depth > MAX_DEPTH || !this.#ends.canEnd(itemSchemas(all, least))
        ? least
        : Math.max(least, prefix) + MAX_MORE_ITEMS,
    );
    const isUnique = all.some(({ uniqueItems }) => uniqueItems === true);
    const few =
      isUnique && prefix === 0 && contained.length === 0 ? this.#fewValues(itemSchemas(all, 0)) : undefined;
    if (few !== undefined && few.length >= least)
      return fc.shuffledSubarray([...few], {
        minLength: least,
        maxLength: Math.min(few.length, Math.max(least, most)),
      });
    return fc.integer({ min: least, max: Math.max(least, most) }).chain((length) => {
      const items = Array.from({ length }, (_, index) => {
        const wanted = contained[index];
        return this.of(
          [...itemSchemas(all, index), ...(wanted === undefined ? [] : [wanted])],
          depth + 1,
          `${path}[]`,
        );
      });
      const lists = fc.tuple(...items);
      return isUnique
        ? onlyFitting(lists, (list) => new Set(list.map((item) => JSON.stringify(item))).size === length, {
            ...{ tool: this.#tool, path },
          })
        : lists;
    });
  }
}

const FEW: Readonly<Partial<Record<JsonType, readonly unknown[]>>> = { boolean: [false, true], null: [null] };

/** So many values are told apart by chance. */
const MAX_FEW = 50;

type Member = readonly [name: string, value: unknown];

const ONLY: Readonly<Record<JsonType, JsonSchema>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  null: { type: 'null' },
  object: { type: 'object' },
  array: { type: 'array' },
};

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
