import type { JsonSchema, Shape } from '@toolwright/contract';
import { canonicalJson, escapeSegment } from '@toolwright/json';
import { definitionName } from '../document/references.js';
import { acceptsNull } from '../lower/accepts-null.js';
import { shapesOverlap } from '../shape/shapes-overlap.js';
import { type BranchShape, branchShapes } from './branch-shapes.js';
import type { NullForm } from './schema-shape.js';

/** Describes where null in a value of a lowered schema means that a property is absent. Omits parts without such properties. */
export type AbsencePlan =
  | {
      readonly kind: 'object';
      /** Properties for which null is not a value. */
      readonly absent: readonly string[];
      readonly properties: Readonly<Record<string, AbsencePlan>>;
      readonly patterns: Readonly<Record<string, AbsencePlan>>;
      readonly additional?: AbsencePlan;
    }
  | { readonly kind: 'array'; readonly prefix: readonly (AbsencePlan | null)[]; readonly items?: AbsencePlan }
  | { readonly kind: 'union'; readonly branches: readonly AbsenceBranch[] }
  | { readonly kind: 'ref'; readonly name: string };

export interface AbsenceBranch {
  readonly shape: Shape;
  readonly plan?: AbsencePlan;
}

export interface AbsencePlans {
  readonly root: AbsencePlan | undefined;
  readonly definitions: ReadonlyMap<string, AbsencePlan>;
  /** Pointers to unions with two branches that cannot be told apart but represent different properties by null. */
  readonly ambiguous: readonly string[];
}

/** @param form how the lowered schema represents optional properties */
export function planAbsence(root: JsonSchema, form: NullForm): AbsencePlans {
  const planner = new AbsencePlanner(root, form);
  const definitions = new Map<string, AbsencePlan>();
  for (const name of Object.keys(root.$defs ?? {})) {
    const plan = planner.definition(name);
    if (plan !== undefined) definitions.set(name, plan);
  }
  return { root: planner.plan(root, ''), definitions, ambiguous: planner.ambiguous };
}

class AbsencePlanner {
  readonly ambiguous: string[] = [];
  readonly #root: JsonSchema;
  readonly #form: NullForm;
  readonly #definitions = new Map<string, AbsencePlan | undefined>();
  readonly #texts = new Map<AbsencePlan, string>();

  constructor(root: JsonSchema, form: NullForm) {
    this.#root = root;
    this.#form = form;
  }

  definition(name: string): AbsencePlan | undefined {
    if (this.#definitions.has(name)) return this.#definitions.get(name);
    // A placeholder, because a union within this definition may compare its branches with the definition itself.
    this.#definitions.set(name, { kind: 'ref', name });
    const { $defs = {} } = this.#root;
    const schema = Object.hasOwn($defs, name) ? $defs[name] : undefined;
    const plan = schema && this.plan(schema, `/$defs/${escapeSegment(name)}`);
    this.#definitions.set(name, plan);
    return plan;
  }

  plan(schema: JsonSchema, path: string): AbsencePlan | undefined {
    if (schema.$ref !== undefined) {
      const name = definitionName(schema.$ref);
      return name === undefined ? undefined : { kind: 'ref', name };
    }
    if (schema.anyOf !== undefined) return this.#union(schema.anyOf, path, 'anyOf');
    if (schema.oneOf !== undefined) return this.#union(schema.oneOf, path, 'oneOf');
    if (schema.prefixItems !== undefined || typeof schema.items === 'object')
      return this.#array(schema, path);
    return this.#object(schema, path);
  }

  #object(schema: JsonSchema, path: string): AbsencePlan | undefined {
    const { properties = {}, required = [], patternProperties = {}, additionalProperties } = schema;
    const absent = Object.entries(properties)
      .filter(([name, property]) => !required.includes(name) && !acceptsNull(property, this.#root))
      .map(([name]) => name);
    const additional =
      typeof additionalProperties === 'object'
        ? this.plan(additionalProperties, `${path}/additionalProperties`)
        : undefined;
    const planned = this.#members(properties, `${path}/properties`);
    const patterns = this.#members(patternProperties, `${path}/patternProperties`);
    const parts = [...absent, ...Object.keys(planned), ...Object.keys(patterns)];
    if (parts.length === 0 && additional === undefined) return undefined;
    return {
      kind: 'object',
      absent,
      properties: planned,
      patterns,
      ...(additional === undefined ? {} : { additional }),
    };
  }

  #members(schemas: Readonly<Record<string, JsonSchema>>, path: string): Record<string, AbsencePlan> {
    const planned = Object.entries(schemas).flatMap(([name, schema]) => {
      const plan = this.plan(schema, `${path}/${escapeSegment(name)}`);
      return plan === undefined ? [] : [[name, plan] as const];
    });
    return Object.fromEntries(planned);
  }

  #array({ prefixItems = [], items }: JsonSchema, path: string): AbsencePlan | undefined {
    const prefix = prefixItems.map(
      (element, index) => this.plan(element, `${path}/prefixItems/${index}`) ?? null,
    );
    const rest = typeof items === 'object' ? this.plan(items, `${path}/items`) : undefined;
    if (rest === undefined && prefix.every((plan) => plan === null)) return undefined;
    return { kind: 'array', prefix, ...(rest === undefined ? {} : { items: rest }) };
  }

  #union(schemas: readonly JsonSchema[], path: string, keyword: 'anyOf' | 'oneOf'): AbsencePlan | undefined {
    const plans = schemas.map((schema, index) => this.plan(schema, `${path}/${keyword}/${index}`));
    if (plans.every((plan) => plan === undefined)) return undefined;
    const shapes = branchShapes(schemas, this.#root, this.#form);
    const branches = shapes.map(({ shape, isApart }, index) => ({ shape, isApart, plan: plans[index] }));
    if (this.#collide(branches)) this.ambiguous.push(path);
    return {
      kind: 'union',
      branches: branches.map(({ shape, plan }) => (plan === undefined ? { shape } : { shape, plan })),
    };
  }

  #collide(branches: readonly (BranchShape & { readonly plan: AbsencePlan | undefined })[]): boolean {
    const close = branches.filter(({ isApart }) => !isApart);
    if (close.length === 0) return false;
    if (close.length * branches.length > MAX_COMPARISONS) return true;
    const texts = new Map(branches.map((branch) => [branch, branch.plan && this.#text(branch.plan)]));
    return close.some((one) =>
      branches.some((other) => texts.get(other) !== texts.get(one) && shapesOverlap(one.shape, other.shape)),
    );
  }

  /** Returns a text that is equal only for equivalent plans. Nested references are compared by name. */
  #text(plan: AbsencePlan): string {
    const known = this.#texts.get(plan);
    if (known !== undefined) return known;
    const resolved = plan.kind === 'ref' ? this.definition(plan.name) : plan;
    const text = resolved === undefined ? '' : canonicalJson(resolved);
    this.#texts.set(plan, text);
    return text;
  }
}

/** The maximum number of branch pairs to compare. A union with more pairs is treated as ambiguous. */
const MAX_COMPARISONS = 100_000;
