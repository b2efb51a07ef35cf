import { isRecord, type JsonSchema } from '@toolwright/contract';
import { ANNOTATIONS, CONSTRAINTS, FORMATS, type Raw, WITHOUT_EFFECT } from './keywords.js';
import { modernize } from './modernize.js';
import { readPattern } from './read-pattern.js';
import { ANYTHING, Draft, NOTHING, type Reading, UNCHECKED } from './reading.js';
import type { SchemaDocument, Target } from './schema-document.js';

/** Resolves references to other definitions. */
export interface Links {
  /** Returns a `$ref` to a definition. @param inPlace Whether the definition applies to the same value as the one being read. */
  link(target: Raw, inPlace: boolean): Reading;
  /** Whether `unevaluatedProperties` and `unevaluatedItems` are left to the server. */
  readonly leavesUnevaluated: boolean;
}

/** The position of a subschema within a schema. */
export interface Place {
  readonly depth: number;
  /** Whether the subschema applies to the same value as the definition that contains it. */
  readonly inPlace: boolean;
}

/** Reads the subschemas of a server's schema, keyword by keyword. */
export class PartReader {
  readonly #document: SchemaDocument;
  readonly #links: Links;

  constructor(document: SchemaDocument, links: Links) {
    this.#document = document;
    this.#links = links;
  }

  /** Reads a subschema that is not a shared definition. */
  read(raw: unknown, place: Place): Reading {
    if (raw === true) return ANYTHING;
    if (raw === false) return NOTHING;
    if (!isRecord(raw) || place.depth > MAX_DEPTH) return UNCHECKED;
    const { keywords, isNullable, isOdd } = modernize(raw, this.#document.draft);
    const draft = new Draft();
    if (isOdd) draft.leave();
    for (const [keyword, value] of Object.entries(keywords)) this.#keyword(keyword, value, draft, place);
    this.#reference(raw, keywords, draft, place);
    this.#combinations(keywords, draft, place);
    this.#members(keywords, draft, place);
    if (Array.isArray(keywords.enum) && keywords.enum.length === 0) draft.schema = without(draft.schema);
    return isNullable ? withNull(draft) : draft.finish();
  }

  /** Reads a keyword that does not depend on other keywords. */
  #keyword(keyword: string, value: unknown, draft: Draft, place: Place): void {
    const { schema } = draft;
    const constraint = CONSTRAINTS.get(keyword);
    if (ANNOTATIONS.get(keyword)?.(value) || constraint?.(value)) schema[keyword] = value;
    else if (constraint !== undefined) draft.leave();
    else if (keyword === 'type') readType(value, draft);
    else if (keyword === 'format') {
      // The server may or may not check formats, so the result is not exact.
      draft.leave();
      if (FORMATS.has(value)) schema.format = value;
    } else if (keyword === 'pattern') {
      const pattern = typeof value === 'string' ? readPattern(value) : undefined;
      if (pattern === undefined) draft.leave();
      else schema.pattern = pattern;
    } else if (INSIDE.has(keyword)) {
      schema[keyword] = draft.adopt(this.#child(value, inside(place)), false);
    } else if (!isKnown(keyword)) draft.leave({ coverage: true });
  }

  #reference(raw: Raw, { $ref, $dynamicRef, $recursiveRef }: Raw, draft: Draft, place: Place): void {
    const given = [$ref, $dynamicRef, $recursiveRef].filter((one) => one !== undefined);
    if (given.length === 0) return;
    if (given.length > 1) draft.leave({ coverage: true });
    const reading = this.#target(this.#document.targetOf(raw), place);
    const target = draft.adopt(reading, true);
    const isAlone = Object.keys(draft.schema).every((keyword) => ANNOTATIONS.has(keyword));
    if (target.$ref !== undefined && isAlone) draft.schema.$ref = target.$ref;
    else if (Object.keys(target).length > 0) draft.require(target);
  }

  #target(target: Target, { inPlace }: Place): Reading {
    if (target === undefined) return UNCHECKED;
    if (typeof target === 'boolean') return target ? ANYTHING : NOTHING;
    return this.#links.link(target, inPlace);
  }

  /** Reads the keywords that apply several schemas to the same value. */
  #combinations(keywords: Raw, draft: Draft, place: Place): void {
    const { allOf, anyOf, oneOf, not, if: condition } = keywords;
    for (const one of this.#branches(allOf, draft, place) ?? []) draft.require(draft.adopt(one, true));
    const alternatives = [this.#branches(anyOf, draft, place), this.#branches(oneOf, draft, place)];
    for (const [index, branches] of alternatives.entries()) {
      if (branches === undefined) continue;
      const isExclusive = index === 1 && branches.every(({ isExact }) => isExact);
      const schemas = branches.map((branch) => draft.adopt(branch, true));
      if (isExclusive) draft.schema.oneOf = schemas;
      else if (draft.schema.anyOf === undefined) draft.schema.anyOf = schemas;
      else draft.require({ anyOf: schemas });
    }
    if (not !== undefined) {
      const refused = this.#child(not, deeper(place));
      if (refused.isExact) draft.schema.not = refused.schema;
      else draft.leave();
    }
    if (condition !== undefined) this.#condition(keywords, draft, place);
    this.#dependentSchemas(keywords.dependentSchemas, draft, place);
  }

  #branches(value: unknown, draft: Draft, place: Place): Reading[] | undefined {
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.length > 0) return value.map((one) => this.#child(one, deeper(place)));
    draft.leave({ coverage: true });
    return undefined;
  }

  #condition(keywords: Raw, draft: Draft, place: Place): void {
    const { if: condition, ...branches } = keywords;
    const when = this.#child(condition, deeper(place));
    const isUseful = 'then' in branches || 'else' in branches;
    if (!when.isExact || !isUseful) {
      draft.leave({ coverage: true });
      return;
    }
    draft.schema.if = draft.adopt(when, true);
    for (const name of ['then', 'else'] as const) {
      if (name in branches) {
        draft.schema[name] = draft.adopt(this.#child(branches[name], deeper(place)), true);
      }
    }
  }

  #dependentSchemas(value: unknown, draft: Draft, place: Place): void {
    const child = (one: unknown): JsonSchema => draft.adopt(this.#child(one, deeper(place)), true);
    if (isRecord(value)) draft.schema.dependentSchemas = readNames(value, child);
    else if (value !== undefined) draft.leave({ coverage: true });
  }

  /** Reads the keywords that apply to members of objects and items of arrays. */
  #members(keywords: Raw, draft: Draft, place: Place): void {
    const child = (one: unknown): JsonSchema => draft.adopt(this.#child(one, inside(place)), false);
    const { schema } = draft;
    const hasNames = readNamesByPattern(keywords, draft, child);
    if (keywords.additionalProperties !== undefined) {
      if (hasNames) schema.additionalProperties = orBoolean(keywords.additionalProperties, child);
      else draft.leave({ coverage: true });
    }
    const { prefixItems, items, contains, minContains, maxContains } = keywords;
    const isTuple = Array.isArray(prefixItems) && prefixItems.length > 0;
    if (isTuple) schema.prefixItems = prefixItems.map(child);
    if (prefixItems !== undefined && !isTuple) draft.leave({ coverage: true });
    else if (items !== undefined) schema.items = orBoolean(items, child);
    if (contains !== undefined) {
      const wanted = this.#child(contains, inside(place));
      schema.contains = draft.adopt(wanted, false);
      if (!wanted.isExact) delete schema.maxContains;
    } else if ((minContains ?? maxContains) !== undefined) {
      delete schema.minContains;
      delete schema.maxContains;
    }
    for (const keyword of ['unevaluatedProperties', 'unevaluatedItems'] as const) {
      const value = keywords[keyword];
      if (value === undefined) continue;
      if (!draft.isComplete || this.#links.leavesUnevaluated) draft.leave({ coverage: true });
      else schema[keyword] = orBoolean(value, child);
    }
  }

  #child(raw: unknown, place: Place): Reading {
    const isShared = isRecord(raw) && this.#document.nameOf(raw) !== undefined;
    return isShared ? this.#links.link(raw, place.inPlace) : this.read(raw, place);
  }
}

/** The maximum depth, because compiling a schema is recursive. Deeper subschemas are left to the server. */
const MAX_DEPTH = 60;

/** Keywords that have one subschema for a part of the value and do not depend on other keywords. */
const INSIDE: ReadonlySet<string> = new Set(['propertyNames']);

/** Keywords that other methods read. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  `$ref $dynamicRef $recursiveRef allOf anyOf oneOf not if then else dependentSchemas properties patternProperties additionalProperties
  prefixItems items additionalItems contains unevaluatedProperties unevaluatedItems`.split(/\s+/),
);

function isKnown(keyword: string): boolean {
  const isOurs = ELSEWHERE.has(keyword) || WITHOUT_EFFECT.has(keyword) || ANNOTATIONS.has(keyword);
  return isOurs || keyword.startsWith('x-');
}

function deeper({ depth, inPlace }: Place): Place {
  return { depth: depth + 1, inPlace };
}

function inside({ depth }: Place): Place {
  return { depth: depth + 1, inPlace: false };
}

function orBoolean(value: unknown, read: (value: unknown) => JsonSchema): JsonSchema | boolean {
  return typeof value === 'boolean' ? value : read(value);
}

/** Returns a schema that rejects every value, for an empty `enum`. */
function without(schema: Raw): Record<string, unknown> {
  return { ...annotationsOf(schema), not: {} };
}

function withNull(draft: Draft): Reading {
  const { schema } = draft;
  const own = Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword));
  const isPlain = own.every(([keyword]) => !COMBINED.has(keyword));
  const types = [schema.type].flat();
  // Without a type, keywords for other types already accept null.
  if (isPlain && schema.type === undefined) return { ...draft.finish(), isExact: false };
  if (isPlain) schema.type = types.includes('null') ? schema.type : [...types, 'null'];
  else draft.schema = { ...annotationsOf(schema), anyOf: [Object.fromEntries(own), { type: 'null' }] };
  return { ...draft.finish(), isExact: false };
}

const COMBINED: ReadonlySet<string> = new Set('$ref const enum allOf anyOf oneOf not if'.split(' '));

function annotationsOf(schema: Raw): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATIONS.has(keyword)));
}

/** Reads `type`, ignoring case. Types that JSON does not have are left to the server. */
function readType(value: unknown, draft: Draft): void {
  const names = [value].flat().map((one) => (typeof one === 'string' ? one.toLowerCase() : ''));
  const [only, ...others] = new Set(names);
  if (!names.every((name) => TYPES.has(name))) draft.leave();
  else if (only === undefined) draft.leave();
  else draft.schema.type = others.length === 0 ? only : [only, ...others];
}

const TYPES: ReadonlySet<string> = new Set('string number integer boolean null object array'.split(' '));

function readNames(schemas: Raw, read: (one: unknown) => JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, read(one)]));
}

/**
 * Reads `properties` and `patternProperties`.
 * @returns whether all of the property names and patterns could be read
 */
function readNamesByPattern(
  { properties, patternProperties }: Raw,
  draft: Draft,
  read: (one: unknown) => JsonSchema,
): boolean {
  let isWhole = true;
  if (isRecord(properties)) draft.schema.properties = readNames(properties, read);
  else if (properties !== undefined) isWhole = false;
  if (isRecord(patternProperties)) {
    const patterns = new Map<string, JsonSchema>();
    for (const [source, one] of Object.entries(patternProperties)) {
      const pattern = readPattern(source);
      const schema = read(one);
      const earlier = pattern === undefined ? undefined : patterns.get(pattern);
      if (pattern === undefined) isWhole = false;
      else patterns.set(pattern, earlier === undefined ? schema : { allOf: [earlier, schema] });
    }
    if (patterns.size > 0) draft.schema.patternProperties = Object.fromEntries(patterns);
  } else if (patternProperties !== undefined) isWhole = false;
  if (!isWhole) draft.leave({ coverage: true });
  return isWhole;
}
