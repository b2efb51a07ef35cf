import type { CodecBranch, CodecPlan, ObjectPlan, ToolCodecs } from '@toolwright/contract';
import { builtIns, wireForm } from '@toolwright/json-schema';
import type { ExportBinding } from '@toolwright/program/compiler';
import { childrenOf, getDefinition } from '../ir/definitions.js';
import type { Reach } from '../ir/reach.js';
import type { ClassNode, CodecNode, Definitions, ObjectNode, TypeNode, UnionNode } from '../ir/type-node.js';
import { travelsAsPairs } from './codec-shape.js';
import { describePlan, type PlanContent } from './plan-content.js';
import { createCodecReach, takesJsonOf } from './text-forms.js';
import { type UnionBranch, unionBranches } from './union-branches.js';

/** The codecs of a tool before printing: `ref`s and classes are identified by ids, and all tools of one planner share the tables. */
export interface PlannedCodecs extends Pick<ToolCodecs, 'parameters' | 'result'>, PlanContent {
  readonly definitions: Readonly<Record<string, PlannedDefinition>>;
  readonly bindings: Readonly<Record<string, PlannedClass>>;
}

export interface PlannedDefinition {
  readonly name: string;
  readonly plan: CodecPlan;
}

/** A class with a codec, and how the manifest imports it. */
export interface PlannedClass {
  readonly name: string;
  readonly binding: ExportBinding;
}

/** Returns a plan of where a type contains objects with codecs; undefined if it contains none. References keep the ids of definitions. */
export function emitCodecPlan(node: TypeNode, definitions: Definitions): CodecPlan | undefined {
  return new CodecPlanner(definitions).plan(node);
}

/** Creates plans for types that share definitions. Each definition is planned once. */
export class CodecPlanner {
  readonly #definitions: Definitions;
  /** The ids of definitions, and of members of named unions (keyed by node), that plans refer to. */
  readonly #met = new Map<string | TypeNode, string>();
  /** Functions that create the missing plans of {@link #met}. A list instead of recursion, because chains may be long. */
  readonly #waiting: (() => void)[] = [];
  readonly #planned: Record<string, PlannedDefinition> = {};
  readonly #reach: Reach;
  readonly #classes: Record<string, PlannedClass> = {};

  constructor(definitions: Definitions, reach: Reach = createCodecReach(definitions)) {
    this.#definitions = definitions;
    this.#reach = reach;
  }

  /** Returns the codecs of a tool; undefined if its types need none. */
  codecsOf(parameters: TypeNode | undefined, result: TypeNode | undefined): PlannedCodecs | undefined {
    const input = parameters && this.reaches(parameters) ? this.plan(parameters) : undefined;
    const output = result && this.reaches(result) ? this.plan(result) : undefined;
    if (input === undefined && output === undefined) return undefined;
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) next();
    const { refs, classes } = describePlan([input, output]);
    return {
      ...(input === undefined ? {} : { parameters: input }),
      ...(output === undefined ? {} : { result: output }),
      refs,
      classes,
      definitions: this.#planned,
      bindings: this.#classes,
    };
  }

  /** Whether a type contains objects with codecs and therefore has a plan. */
  reaches(node: TypeNode): boolean {
    return this.#reach.has(node);
  }

  readonly plan = (node: TypeNode): CodecPlan | undefined => {
    switch (node.kind) {
      case 'codec':
        return this.#builtIn(node);
      case 'class': {
        const json = this.plan(node.json);
        const name = node.binding === undefined ? {} : { name: this.#classNameOf(node) };
        return { kind: 'class', ...name, ...(json === undefined ? {} : { json }) };
      }
      case 'array': {
        const items = this.plan(node.items);
        return items && { kind: 'array', items };
      }
      case 'tuple': {
        const prefix = node.elements.map(({ type }) => this.plan(type) ?? null);
        const rest = node.rest && this.plan(node.rest);
        if (rest === undefined && prefix.every((plan) => plan === null)) return undefined;
        return { kind: 'tuple', prefix, ...(rest === undefined ? {} : { rest }) };
      }
      case 'object':
        return this.#object(node);
      case 'union':
        return this.#union(node);
      case 'ref':
        return this.#reference(node.id);
      default:
        return undefined;
    }
  };

  readonly #classNameOf = ({ name, binding }: ClassNode): string => {
    if (binding === undefined) return name;
    const id = `${binding.file}#${binding.exportName}`;
    this.#classes[id] ??= { name, binding };
    return id;
  };

  #builtIn(node: CodecNode): CodecPlan {
    const { codec, format, items, keys } = node;
    const builtIn = builtIns[codec];
    if (builtIn.parts === undefined) {
      const isUsual = format === undefined || wireForm(builtIn, format) === builtIn;
      return { kind: codec, ...(isUsual ? {} : { format }) };
    }
    const content = items && this.plan(items);
    if (codec === 'set') return { kind: 'set', ...(content === undefined ? {} : { items: content }) };
    const values = content === undefined ? {} : { values: content };
    if (keys === undefined || !travelsAsPairs(node)) return { kind: 'map', form: 'object', ...values };
    const key = this.plan(keys);
    return { kind: 'map', form: 'pairs', ...(key === undefined ? {} : { keys: key }), ...values };
  }

  #object({ properties, patterns = [], additional }: ObjectNode): CodecPlan | undefined {
    const planned = properties.map(({ name, type }) => [name, this.plan(type)] as const);
    const members = planned.flatMap(([name, plan]) => (plan === undefined ? [] : [[name, plan] as const]));
    const own: ObjectPlan = {
      kind: 'object',
      ...(members.length > 0 ? { properties: Object.fromEntries(members) } : {}),
    };
    const rest = additional && this.plan(additional);
    const byPattern = patterns.map(({ pattern, type }) => ({ pattern, plan: this.plan(type) }));
    if (rest === undefined && byPattern.every(({ plan }) => plan === undefined)) {
      return members.length > 0 ? own : undefined;
    }
    const plain = planned.flatMap(([name, plan]) => (plan === undefined ? [name] : []));
    return {
      ...own,
      ...(plain.length > 0 ? { plain } : {}),
      ...(byPattern.length > 0
        ? { patterns: byPattern.map(({ pattern, plan }) => ({ pattern, ...(plan ? { plan } : {}) })) }
        : {}),
      ...(rest === undefined ? {} : { additional: rest }),
    };
  }

  /**
   * Orders the branches. Literals come first, because a string that equals one of them is not a `Date`. Types that accept the JSON of a
   * built-in unchanged come next.
   */
  #union(node: UnionNode): CodecPlan | undefined {
    if (!this.reaches(node)) return undefined;
    const members = unionBranches(node, this.#definitions, this.#classNameOf);
    const plans = members.map((member) =>
      member.isNested ? this.#nested(member.node) : this.plan(member.node),
    );
    if (plans.every((plan) => plan === undefined)) return undefined;
    const rank = ({ node: own, shape }: UnionBranch): number => {
      if (shape.values !== undefined) return 0;
      return members.some((other) =>
        takesJsonOf(own, other.node, this.#definitions, (each) => this.reaches(each)),
      )
        ? 1
        : 2;
    };
    const branches = members.map((member, index) => {
      const plan = plans[index];
      const branch: CodecBranch = { shape: member.shape, ...(plan === undefined ? {} : { plan }) };
      return { branch, rank: rank(member) };
    });
    return {
      kind: 'union',
      branches: branches.sort((a, b) => a.rank - b.rank).map(({ branch }) => branch),
    };
  }

  #reference(id: string): CodecPlan | undefined {
    if (!this.reaches({ kind: 'ref', id })) return undefined;
    if (!this.#met.has(id)) {
      const { name, node } = getDefinition(this.#definitions, id);
      this.#define(id, id, name, node);
    }
    return { kind: 'ref', name: id };
  }

  /** Plans a member of a named union, such as the array in `type Tree = Date | Tree[]`. It may be recursive, so it is never inlined. */
  #nested(node: TypeNode): CodecPlan | undefined {
    const isContainer = node.kind !== 'codec' && node.kind !== 'ref' && childrenOf(node).length > 0;
    if (!isContainer || !this.reaches(node)) return this.plan(node);
    const id = this.#met.get(node) ?? `Member~member${this.#met.size}`;
    if (!this.#met.has(node)) this.#define(node, id, 'Member', node);
    return { kind: 'ref', name: id };
  }

  #define(key: string | TypeNode, id: string, name: string, node: TypeNode): void {
    this.#met.set(key, id);
    this.#waiting.push(() => {
      const plan = this.plan(node);
      if (plan !== undefined) this.#planned[id] = { name, plan };
    });
  }
}
