import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { definitionName } from '../../document/references.js';
import { docComment, quote } from '../doc-comment.js';
import { TypeNames, typeName } from '../names.js';
import { circularNames } from './circular-names.js';
import { joinParts } from './join-parts.js';
import { TYPE_TAGS, type TypeTag } from './source-docs.js';
import {
  type ConstraintForm,
  DOCS,
  type PrintedType,
  type SourceContext,
  type SourceInstance,
  type SourceLoss,
  type SourcePlace,
  type WrittenType,
} from './source-place.js';
import { afterSign } from './union-text.js';
import { withTags, writeType } from './write-type.js';

/** How schemas are printed as source. */
export interface SourceOptions {
  /** The targets of `#/$defs/…`. */
  readonly definitions?: Readonly<Record<string, JsonSchema>> | undefined;
  /** Names that no type may have. */
  readonly taken?: Iterable<string> | undefined;
  /** Whether an object that does not say so has no other members. Default: false, as in JSON Schema. */
  readonly closed?: boolean | undefined;
  /** Whether a default or an example is a value of its schema. Default: they all are. */
  readonly isValue?: ((value: JsonValue, schema: JsonSchema) => boolean) | undefined;
  /** Finds the class whose instances a schema stands for, such as `Map` and the schemas of its keys and values. Default: none. */
  readonly instanceOf?: ((schema: JsonSchema) => SourceInstance | undefined) | undefined;
  /** What the file calls a type tag. Default: its name. */
  readonly tagName?: ((name: string) => string) | undefined;
}

/**
 * Prints JSON Schemas as TypeScript that codegen reads back as the same schemas: types, with JSDoc comments for descriptions and
 * constraints. It declares named types, and lists what it cannot say.
 */
export class SourcePrinter {
  readonly losses: SourceLoss[] = [];
  readonly #definitions: Readonly<Record<string, JsonSchema>>;
  readonly #names: TypeNames;
  readonly #circular: ReadonlySet<string>;
  readonly #typeTags = new Set<string>();
  readonly #declarations: string[] = [];
  readonly #open: (() => void)[] = [];
  readonly #context: SourceContext;
  readonly #tagName: (name: string) => string;
  #merges = 0;
  #depth = 0;

  constructor({
    definitions = {},
    taken = [],
    closed = false,
    isValue = () => true,
    instanceOf = () => undefined,
    tagName = (name) => name,
  }: SourceOptions = {}) {
    this.#definitions = definitions;
    this.#names = new TypeNames([...TYPE_TAGS, ...taken]);
    this.#circular = circularNames(definitions);
    this.#tagName = tagName;
    this.#context = {
      closed,
      isValue,
      instanceOf,
      lose: ({ path }, keyword, what) => void this.losses.push({ path, keyword, what }),
      isExhausted: (place) => this.#isExhausted(place),
      findDefinition: ($ref) => this.#findDefinition($ref),
      nameOf: ($ref) => this.#nameOf($ref),
      typeTag: (tag) => this.#typeTag(tag),
      write: (schema, place, form = 'comment') => this.#write(schema, place, form),
      inline: (schema, place) => this.#inline(schema, place),
    };
  }

  /** The type tags that the printed types use, which `toolwright` exports. */
  get typeTags(): readonly string[] {
    return [...this.#typeTags].sort();
  }

  /** The declarations of all named types that were printed so far, each exported. */
  get declarations(): string {
    for (let next = this.#open.shift(); next !== undefined; next = this.#open.shift()) next();
    return this.#declarations.join('\n');
  }

  /** Prints a type for a place after a comment: a member, a parameter, a return type. */
  print(schema: unknown, place: SourcePlace): PrintedType {
    const { type, docs, constraints } = this.#write(schema, place, 'comment');
    return { type, docs: { text: docs.text, tags: [...docs.tags, ...constraints.map(({ tag }) => tag)] } };
  }

  /** Follows the references of a schema, and joins it with the schemas of its `allOf`. */
  joined(schema: JsonSchema, place: SourcePlace): JsonSchema {
    const { $ref, ...own } = schema;
    const target = $ref === undefined ? undefined : this.#findDefinition($ref);
    if (target === undefined) return joinParts(schema, place, this.#context);
    return this.joined({ ...target, ...own }, place);
  }

  /** Declares a type with a name close to the wanted one, and returns its name. */
  declare(schema: unknown, place: SourcePlace): string {
    const name = this.reserve(typeName(place.name));
    this.#declare(schema, { ...place, name });
    return name;
  }

  /** Reserves a name close to the wanted one, for another declaration of the file. */
  reserve(wanted: string): string {
    return this.#names.newName(wanted);
  }

  #declare(schema: unknown, place: SourcePlace): void {
    const slot = this.#declarations.push('') - 1;
    this.#open.push(() => {
      this.#declarations[slot] = this.#declaration(schema, place);
    });
  }

  #declaration(schema: unknown, place: SourcePlace): string {
    const { type, docs, constraints, outer } = this.#write(schema, { ...place, margin: '' }, 'comment');
    const tags = [...docs.tags, ...constraints.map(({ tag }) => tag)];
    const comment = docComment({ text: docs.text, tags }, '');
    if (outer === 'object') return `${comment}export interface ${place.name} ${type}\n`;
    // The compiler forgets the alias, and its comment, of what is an alias itself.
    const [, values] = outer === undefined ? (/^Record<string, ([\s\S]*)>$/.exec(type) ?? []) : [];
    if (values === 'never' && comment !== '')
      this.#context.lose(
        place,
        'description',
        'of an object without members is not read where the type is named',
      );
    return values !== undefined
      ? `${comment}export interface ${place.name} {\n  [key: string]: ${values};\n}\n`
      : `${comment}export type ${place.name} =${afterSign(type)};\n`;
  }

  #write(given: unknown, place: SourcePlace, form: ConstraintForm): WrittenType {
    const nothing = { type: 'unknown', docs: { text: '', tags: [] }, constraints: [] };
    if (given === false) this.#context.lose(place, 'false', 'allows no value, which no type says');
    if (typeof given !== 'object' || given === null) return nothing;
    if (this.#depth >= MAX_DEPTH) {
      this.#context.lose(place, 'type', 'is nested too deeply');
      return nothing;
    }
    this.#depth += 1;
    const schema = joinParts(given, place, this.#context);
    const written = writeType(schema, place, this.#context, form);
    this.#depth -= 1;
    return written;
  }

  /** Gives the type a name if only a comment can say what its schema says. */
  #inline(given: unknown, place: SourcePlace): string {
    if (typeof given !== 'object' || given === null) return this.#write(given, place, 'nested').type;
    const schema = joinParts(given, place, this.#context);
    if (Object.keys(schema).some((keyword) => DOCS.has(keyword))) return this.declare(schema, place);
    const { type, constraints, outer } = this.#write(schema, place, 'nested');
    return outer === 'union' ? `(${type})` : withTags(type, undefined, constraints, this.#context);
  }

  #findDefinition($ref: unknown): JsonSchema | undefined {
    const name = typeof $ref === 'string' ? definitionName($ref) : undefined;
    if (name === undefined || this.#circular.has(name) || !Object.hasOwn(this.#definitions, name))
      return undefined;
    return this.#definitions[name];
  }

  #nameOf($ref: string): string {
    const isNew = !this.#names.has($ref);
    const name = this.#names.nameOf($ref, typeName(definitionName($ref) ?? ''));
    if (isNew) this.#declare(this.#findDefinition($ref), { path: $ref, name, margin: '' });
    return name;
  }

  #typeTag({ name, argument }: TypeTag): string {
    this.#typeTags.add(name);
    const local = this.#tagName(name);
    if (argument === undefined) return local;
    return `${local}<${typeof argument === 'string' ? quote(argument) : argument}>`;
  }

  #isExhausted(place: SourcePlace): boolean {
    this.#merges += 1;
    if (this.#merges === MAX_MERGES)
      this.#context.lose(place, 'allOf', 'is left out: too many schemas are joined');
    return this.#merges >= MAX_MERGES;
  }
}

const MAX_DEPTH = 100;
/** The maximum number of joined schemas in one document, whose combinations may grow exponentially. */
const MAX_MERGES = 100_000;
