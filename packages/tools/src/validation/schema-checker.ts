import type { JsonSchema } from '@toolwright/contract';
import { compilePattern, findTarget, isContainer } from '@toolwright/json-schema';
import { findRepeated } from './keywords/find-repeated.js';
import {
  type AnySchema,
  brokenContains,
  brokenDependentRequired,
  conditionalSchemas,
} from './keywords/foreign-keywords.js';
import { brokenByNumber, brokenByText, brokenKind } from './keywords/value-keywords.js';
import type { BrokenKeyword, Violation } from './keywords/violation.js';

/**
 * Validates a value by interpreting a schema, without generating code. It is slower than a compiled validator, but reports every mistake.
 * For schemas of supported keywords (see `findUninterpretable`), its verdicts equal AJV's. The value must not change, because the checker caches
 * the verdicts on its parts: several branches of a union may lead to the same part. See docs/decisions/0014 for the reasons.
 */
export class SchemaChecker {
  readonly #root: JsonSchema;
  readonly #ownOnly: boolean;
  readonly #onStep: () => void;
  /** The parts whose violations were reported, by schema. Each part is reported once. */
  readonly #reported = new Map<JsonSchema, Set<object>>();
  readonly #verdicts = new Map<JsonSchema, Map<object, boolean>>();

  /**
   * @param ownOnly whether to ignore inherited members
   * @param onStep called for each examined part of a value; an error that it throws ends the check
   */
  constructor(root: JsonSchema, ownOnly: boolean, onStep: () => void = () => {}) {
    this.#root = root;
    this.#ownOnly = ownOnly;
    this.#onStep = onStep;
  }

  accepts(value: unknown, schema: JsonSchema | boolean = this.#root): boolean {
    const known = this.#verdict(value, schema);
    if (known !== undefined) return known;
    const verdict = this.#walk({ value, visit: schema, path: undefined }, 'verdict').next().done === true;
    this.#remember(value, schema, verdict);
    return verdict;
  }

  readonly #accepts = (value: unknown, schema: JsonSchema | boolean): boolean => this.accepts(value, schema);

  /** Yields the violations lazily, so that the first is cheap. A union yields a single violation. */
  violations(
    value: unknown,
    schema: JsonSchema | boolean = this.#root,
    segments: readonly string[] = [],
  ): Generator<Violation> {
    const path = segments.reduce<Path>((above, name) => ({ above, name }), undefined);
    return this.#walk({ value, visit: schema, path }, 'once');
  }

  /** Counts the violations of a value up to a limit, excluding violations inside unions. */
  countBroken(value: unknown, schema: JsonSchema, limit: number): number {
    let count = 0;
    const broken = this.#walk({ value, visit: schema, path: undefined }, 'all');
    while (count < limit && broken.next().done !== true) count += 1;
    return count;
  }

  /** @param what `verdict` stops at parts that are known to be invalid; `once` skips parts that were already reported */
  *#walk(start: Visit, what: 'verdict' | 'once' | 'all'): Generator<Violation> {
    // Uses an explicit stack, because data may be as deep as compiled validators accept.
    const enter = (visit: Visit): Entered => ({ visit, steps: this.#steps(visit), isBroken: false });
    const open = [enter(start)];
    this.#onStep();
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const { done, value: step } = top.steps.next();
      if (done) {
        open.pop();
        const above = open.at(-1);
        if (above !== undefined && top.isBroken) above.isBroken = true;
        this.#remember(top.visit.value, top.visit.visit, !top.isBroken);
        continue;
      }
      if ('keyword' in step) {
        top.isBroken = true;
        yield step;
        continue;
      }
      const known = this.#verdict(step.value, step.visit);
      if (known === true || (what === 'once' && this.#isReported(step))) continue;
      if (known === false && what === 'verdict') yield falseSchema(step);
      this.#onStep();
      if (open.push(enter(step)) > MAX_OPEN) throw new RangeError('The value is nested too deeply.');
    }
  }

  #isReported({ value, visit: schema }: Visit): boolean {
    if (typeof schema === 'boolean' || !isContainer(value)) return false;
    const values = this.#reported.get(schema) ?? new Set<object>();
    const known = values.has(value);
    this.#reported.set(schema, values.add(value));
    return known;
  }

  #verdict(value: unknown, schema: JsonSchema | boolean): boolean | undefined {
    if (typeof schema === 'boolean' || !isContainer(value)) return undefined;
    return this.#verdicts.get(schema)?.get(value);
  }

  #remember(value: unknown, schema: JsonSchema | boolean, verdict: boolean): void {
    if (typeof schema === 'boolean' || !isContainer(value)) return;
    const verdicts = this.#verdicts.get(schema);
    if (verdicts === undefined) this.#verdicts.set(schema, new Map([[value, verdict]]));
    else verdicts.set(value, verdict);
  }

  *#steps({ value, visit: schema, path }: Visit): Generator<Step, undefined> {
    if (typeof schema === 'boolean') {
      if (!schema) yield falseSchema({ value, path });
      return undefined;
    }
    const at = (broken: BrokenKeyword): Violation => ({
      ...broken,
      segments: segmentsOf(path),
      found: value,
      schema,
    });
    if (schema.$ref !== undefined) yield { value, visit: findTarget(schema.$ref, this.#root) ?? {}, path };
    const kind = brokenKind(value, schema);
    if (kind !== undefined) return void (yield at(kind));
    if (typeof value === 'number') yield* brokenByNumber(value, schema).map(at);
    if (typeof value === 'string') yield* brokenByText(value, schema).map(at);
    yield* this.#combinations(value, schema).map(at);
    for (const part of schema.allOf ?? []) yield { value, visit: part, path };
    for (const part of conditionalSchemas(value, schema, this.#accepts, (name) =>
      this.#isMember(value, name),
    ))
      yield { value, visit: part, path };
    if (Array.isArray(value)) yield* this.#items(value, schema, path, at);
    else if (isContainer(value)) yield* this.#members(value, schema, path, at);
    return undefined;
  }

  #combinations(value: unknown, { not, anyOf, oneOf }: JsonSchema): BrokenKeyword[] {
    const broken: BrokenKeyword[] = [];
    const isAccepted = (branch: JsonSchema): boolean => this.accepts(value, branch);
    if (not !== undefined && isAccepted(not)) broken.push({ keyword: 'not', params: {} });
    if (anyOf?.some(isAccepted) === false) broken.push({ keyword: 'anyOf', params: {} });
    if (oneOf && oneOf.filter(isAccepted).length !== 1) broken.push({ keyword: 'oneOf', params: {} });
    return broken;
  }

  *#items(
    items: readonly unknown[],
    schema: AnySchema,
    path: Path,
    at: (broken: BrokenKeyword) => Violation,
  ): Generator<Step> {
    const { maxItems, minItems, uniqueItems, prefixItems = [], items: rest } = schema;
    const { length } = items;
    if (maxItems !== undefined && length > maxItems) yield at(limit('maxItems', maxItems));
    if (minItems !== undefined && length < minItems) yield at(limit('minItems', minItems));
    const pair = uniqueItems ? findRepeated(items) : undefined;
    if (pair !== undefined) yield at({ keyword: 'uniqueItems', params: pair });
    yield* brokenContains(items, schema, this.#accepts).map(at);
    for (const [index, item] of items.slice(0, prefixItems.length).entries()) {
      yield { value: item, visit: prefixItems[index] ?? true, path: { above: path, name: String(index) } };
    }
    if (rest === false) {
      if (length > prefixItems.length) yield at(limit('items', prefixItems.length));
    } else if (rest !== undefined) {
      for (let index = prefixItems.length; index < length; index += 1) {
        yield { value: items[index], visit: rest, path: { above: path, name: String(index) } };
      }
    }
  }

  *#members(
    value: object,
    schema: JsonSchema,
    path: Path,
    at: (broken: BrokenKeyword) => Violation,
  ): Generator<Step> {
    const { maxProperties, minProperties, required = [], propertyNames } = schema;
    const isCounted = maxProperties !== undefined || minProperties !== undefined;
    const count = isCounted ? Object.keys(value).length : 0;
    if (maxProperties !== undefined && count > maxProperties) yield at(limit('maxProperties', maxProperties));
    if (minProperties !== undefined && count < minProperties) yield at(limit('minProperties', minProperties));
    for (const name of required) {
      if (!this.#has(value, name)) yield at({ keyword: 'required', params: { missingProperty: name } });
    }
    yield* brokenDependentRequired(schema, (name) => this.#has(value, name)).map(at);
    const names = this.#namesOf(value);
    for (const name of propertyNames === undefined ? [] : names) {
      if (this.accepts(name, propertyNames)) continue;
      yield at({ keyword: 'propertyNames', params: { propertyName: name } });
    }
    yield* this.#otherMembers(value, names, schema, path, at);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (name === '__proto__' || !this.#has(value, name)) continue;
      yield { value: Reflect.get(value, name), visit: property, path: { above: path, name } };
    }
  }

  /** Checks members that are not declared properties, whether or not they match a pattern. */
  *#otherMembers(
    value: object,
    names: readonly string[],
    { properties = {}, patternProperties = {}, additionalProperties }: JsonSchema,
    path: Path,
    at: (broken: BrokenKeyword) => Violation,
  ): Generator<Step> {
    const patterns = Object.entries(patternProperties).map(
      ([pattern, schema]) => [compilePattern(pattern), schema] as const,
    );
    for (const name of names) {
      const matching = patterns.filter(([pattern]) => pattern.test(name));
      const member: unknown = Reflect.get(value, name);
      for (const [, schema] of matching) yield { value: member, visit: schema, path: { above: path, name } };
      const isProperty = Object.hasOwn(properties, name) && name !== '__proto__';
      if (isProperty || matching.length > 0 || additionalProperties === undefined) continue;
      if (additionalProperties === false) {
        yield at({ keyword: 'additionalProperties', params: { additionalProperty: name } });
      } else {
        yield { value: member, visit: additionalProperties, path: { above: path, name } };
      }
    }
  }

  #isMember(value: unknown, name: string): boolean {
    return isContainer(value) && !Array.isArray(value) && this.#has(value, name);
  }

  #has(value: object, name: string): boolean {
    return Reflect.get(value, name) !== undefined && (!this.#ownOnly || Object.hasOwn(value, name));
  }

  #namesOf(value: object): string[] {
    if (this.#ownOnly) return Object.keys(value);
    const names: string[] = [];
    for (const name in value) names.push(name);
    return names;
  }
}

/** A part of the value, with its schema. */
interface Visit {
  readonly value: unknown;
  readonly visit: JsonSchema | boolean;
  readonly path: Path;
}

interface Entered {
  readonly visit: Visit;
  readonly steps: Generator<Step, undefined>;
  isBroken: boolean;
}

/** A linked list of names, one for each level of the data. */
type Path = { readonly above: Path; readonly name: string } | undefined;

type Step = Violation | Visit;

function falseSchema({ value, path }: Pick<Visit, 'value' | 'path'>): Violation {
  return { keyword: 'false schema', params: {}, segments: segmentsOf(path), found: value, schema: {} };
}

/** The maximum depth. It exceeds the depth at which compiled validators overflow the stack, and also ends circular references. */
const MAX_OPEN = 20_000;

function segmentsOf(path: Path): string[] {
  const names: string[] = [];
  for (let place = path; place !== undefined; place = place.above) names.push(place.name);
  return names.reverse();
}

function limit(keyword: string, bound: number): BrokenKeyword {
  return { keyword, params: { limit: bound } };
}
