import type { CodecBranch, CodecPlan, ObjectPlan, ToolCodecs } from '@toolwright/contract';
import { builtIns, wireForm } from '@toolwright/schema';
import type { ExportBinding } from '../discover/sites/exports.js';
import { childrenOf, getDefinition } from '../ir/definitions.js';
import { nameSharedDefinitions } from '../ir/shared-definitions.js';
import type { ClassNode, CodecNode, Definitions, ObjectNode, TypeNode, UnionNode } from '../ir/type-node.js';
import { travelsAsPairs } from './codec-shape.js';
import { unionBranches } from './union-branches.js';

/** The codecs of a tool before they are printed: classes as what the manifest has to import. */
export interface EmittedCodecs extends Omit<ToolCodecs, 'classes'> {
  readonly classes?: Readonly<Record<string, ExportBinding>>;
}

/** The codecs of a tool for its manifest entry; undefined if its types need none. */
export function emitCodecs(
  {
    parameters,
    result,
  }: { readonly parameters?: TypeNode | undefined; readonly result?: TypeNode | undefined },
  definitions: Definitions,
): EmittedCodecs | undefined {
  const roots = [parameters, result].filter((node) => node !== undefined);
  const all: TypeNode = {
    kind: 'tuple',
    elements: roots.map((type) => ({ type, optional: false })),
  };
  const planner = new CodecPlanner(definitions, nameSharedDefinitions(all, definitions));
  const input = parameters && planner.plan(parameters);
  const output = result && planner.plan(result);
  if (input === undefined && output === undefined) return undefined;
  const named = planner.definitions();
  const classes = planner.classes();
  return {
    ...(input === undefined ? {} : { parameters: input }),
    ...(output === undefined ? {} : { result: output }),
    ...(Object.keys(named).length === 0 ? {} : { definitions: named }),
    ...(Object.keys(classes).length === 0 ? {} : { classes }),
  };
}

/**
 * The places in a type of objects with codecs; undefined if there are none. References keep the ids of definitions: use
 * {@link emitCodecs} for the manifest.
 */
export function emitCodecPlan(node: TypeNode, definitions: Definitions): CodecPlan | undefined {
  return new CodecPlanner(definitions).plan(node);
}

function hasCodec({ kind }: TypeNode): boolean {
  return kind === 'codec' || kind === 'class';
}

/** Plans types that share definitions. */
export class CodecPlanner {
  readonly #definitions: Definitions;
  readonly #names: ReadonlyMap<string, string> | undefined;
  /** Names of the definitions that plans refer to, by id, and of members of named unions, by node. */
  readonly #met = new Map<string | TypeNode, string>();
  readonly #taken: Set<string>;
  readonly #reaches = new Map<string, boolean>();
  readonly #classes = new Map<string, ExportBinding>();

  /** @param names Names of the definitions that get a plan of their own; default: all, named by id. */
  constructor(definitions: Definitions, names?: ReadonlyMap<string, string>) {
    this.#definitions = definitions;
    this.#names = names;
    this.#taken = new Set(names?.values());
  }

  /** The named definitions that have been met, sorted by name. */
  definitions(): Record<string, CodecPlan> {
    const met: (readonly [string, CodecPlan])[] = [];
    // Planning one may meet more. They wait in this list and not on the stack, because chains may be long.
    for (const [key, name] of this.#met) {
      const plan = this.plan(typeof key === 'string' ? getDefinition(this.#definitions, key).node : key);
      if (plan !== undefined) met.push([name, plan]);
    }
    return Object.fromEntries(met.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The classes in all plans so far, by their names there. */
  classes(): Record<string, ExportBinding> {
    return Object.fromEntries(this.#classes);
  }

  /** Whether a type contains objects with codecs, so that it has a plan. */
  reaches(node: TypeNode): boolean {
    if (node.kind === 'ref') return this.#reachesCodec(node.id);
    return hasCodec(node) || childrenOf(node).some((child) => this.reaches(child));
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
    let free = name;
    for (let count = 2; !this.#isFreeFor(binding, free); count += 1) free = `${name}${count}`;
    this.#classes.set(free, binding);
    return free;
  };

  #isFreeFor({ file, exportName }: ExportBinding, name: string): boolean {
    const taken = this.#classes.get(name);
    return taken === undefined || (taken.file === file && taken.exportName === exportName);
  }

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

  /** Literals come first: a string that equals one of them is not a `Date`. */
  #union(node: UnionNode): CodecPlan | undefined {
    const members = unionBranches(node, this.#definitions, this.#classNameOf);
    const plans = members.map((member) =>
      member.isNested ? this.#nested(member.node) : this.plan(member.node),
    );
    if (plans.every((plan) => plan === undefined)) return undefined;
    const branches = members.map(({ shape }, index): CodecBranch => {
      const plan = plans[index];
      return { shape, ...(plan === undefined ? {} : { plan }) };
    });
    const isLiteral = ({ shape }: CodecBranch): boolean => shape.values !== undefined;
    return {
      kind: 'union',
      branches: [...branches.filter(isLiteral), ...branches.filter((branch) => !isLiteral(branch))],
    };
  }

  /** @param isNested Met through a named union, whose members may lead back to it: they are never in place. */
  #reference(id: string, isNested = false): CodecPlan | undefined {
    if (!this.#reachesCodec(id)) return undefined;
    const name =
      this.#met.get(id) ??
      (this.#names === undefined ? id : this.#names.get(id)) ??
      (isNested ? this.#freeName(getDefinition(this.#definitions, id).name) : undefined);
    if (name === undefined) return this.plan(getDefinition(this.#definitions, id).node);
    this.#met.set(id, name);
    return { kind: 'ref', name };
  }

  /** Met through a named union, such as the array in `type Tree = Date | Tree[]`: it may lead back to itself. */
  #nested(node: TypeNode): CodecPlan | undefined {
    if (node.kind === 'ref') return this.#reference(node.id, true);
    const isContainer = node.kind !== 'codec' && childrenOf(node).length > 0;
    if (!isContainer || !this.reaches(node)) return this.plan(node);
    const name = this.#met.get(node) ?? this.#freeName('Member');
    this.#met.set(node, name);
    return { kind: 'ref', name };
  }

  #freeName(name: string): string {
    let free = name;
    for (let count = 2; this.#taken.has(free); count += 1) free = `${name}${count}`;
    this.#taken.add(free);
    return free;
  }

  #reachesCodec(id: string): boolean {
    if (!this.#reaches.has(id)) this.#search(id);
    return this.#reaches.get(id) ?? false;
  }

  /** Decides for a definition and for all to which it leads: first what refers to what, then back from those with a codec. */
  #search(id: string): void {
    const users = new Map<string, string[]>([[id, []]]);
    const hits: string[] = [];
    for (const [each] of users) {
      const { refs, isHit } = contentOf(getDefinition(this.#definitions, each).node);
      if (isHit || refs.some((ref) => this.#reaches.get(ref))) hits.push(each);
      for (const ref of refs) {
        if (this.#reaches.has(ref)) continue;
        const known = users.get(ref);
        if (known === undefined) users.set(ref, [each]);
        else known.push(each);
      }
    }
    for (let hit = hits.pop(); hit !== undefined; hit = hits.pop()) {
      if (this.#reaches.get(hit)) continue;
      this.#reaches.set(hit, true);
      hits.push(...(users.get(hit) ?? []));
    }
    for (const each of users.keys()) if (!this.#reaches.has(each)) this.#reaches.set(each, false);
  }
}

/** The references in a node, and whether a built-in object or a class with a codec is in it. */
function contentOf(node: TypeNode): { readonly refs: readonly string[]; readonly isHit: boolean } {
  const refs: string[] = [];
  let isHit = false;
  const open = [node];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    isHit ||= hasCodec(part);
    if (part.kind === 'ref') refs.push(part.id);
    else open.push(...childrenOf(part));
  }
  return { refs, isHit };
}
