import type { CodecPlan, ToolCodecs } from '@toolwright/contract';
import { isContainerPlan } from '@toolwright/json-schema';
import type { ExportBinding } from '@toolwright/program/compiler';
import type { PlannedClass, PlannedCodecs } from './codec-plan.js';
import { type MergedDefinition, mergePlans } from './merge-plans.js';
import { describePlan, isClassName, isRef } from './plan-content.js';

/** Codecs as a module contains them: every `ref` names a plan in one shared table. */
export interface SharedCodecs extends Omit<ToolCodecs, 'classes'> {
  readonly classes?: Readonly<Record<string, ExportBinding>>;
}

/** Maximum depth of inlined plans. Code that walks plans is recursive; the stack suffices for hundreds of levels. */
const MAX_NESTED = 32;

/**
 * Writes each plan of a module once. Plans that are used several times, recursive plans and some plans in long chains get a name; all
 * others are inlined. Names depend only on the order of the codecs and of their references.
 * @returns Codecs with one common table of definitions.
 */
export function shareCodecs(all: readonly PlannedCodecs[]): ReadonlyMap<PlannedCodecs, SharedCodecs> {
  const sharing = new Sharing(all);
  return new Map(all.map((codecs) => [codecs, sharing.share(codecs)]));
}

class Sharing {
  readonly #find: (codecs: PlannedCodecs, id: string) => MergedDefinition;
  readonly #uses = new Map<MergedDefinition, number>();
  readonly #names = new Map<MergedDefinition, string>();
  readonly #taken = new Set<string>();
  readonly #waiting: (readonly [name: string, definition: MergedDefinition])[] = [];
  readonly #definitions: Record<string, CodecPlan> = {};
  readonly #classes = new Map<string, PlannedClass>();
  readonly #takenClasses = new Set<string>();

  constructor(all: readonly PlannedCodecs[]) {
    this.#find = mergePlans(all);
    const count = (codecs: PlannedCodecs, refs: readonly string[]): void => {
      for (const id of refs) {
        const target = this.#find(codecs, id);
        this.#uses.set(target, (this.#uses.get(target) ?? 0) + 1);
      }
    };
    for (const codecs of all) count(codecs, codecs.refs);
    // The loop also visits the entries that it adds.
    for (const { codecs, refs } of this.#uses.keys()) count(codecs, refs);
  }

  share(codecs: PlannedCodecs): SharedCodecs {
    const { parameters, result } = codecs;
    const roots = {
      ...(parameters && { parameters: this.#write(parameters, codecs, 0) }),
      ...(result && { result: this.#write(result, codecs, 0) }),
    };
    // A list instead of recursion, because chains of definitions may be long.
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const [name, { plan, codecs: its }] = next;
      this.#definitions[name] = this.#write(plan, its, 1);
    }
    return {
      ...roots,
      ...(describePlan(roots).refs.length > 0 ? { definitions: this.#definitions } : {}),
      ...this.#classesOf(codecs),
    };
  }

  /** @param nested The number of enclosing definitions. */
  #write(plan: CodecPlan, codecs: PlannedCodecs, nested: number): CodecPlan {
    const copy = (part: unknown): unknown => {
      if (typeof part !== 'object' || part === null) return part;
      if (Array.isArray(part)) return part.map(copy);
      if (isRef(part)) return this.#refer(this.#find(codecs, part.name), nested);
      return Object.fromEntries(
        Object.entries(part).map(([key, value]) => [
          key,
          isClassName(part, key, value) ? this.#classNameOf(value, codecs) : copy(value),
        ]),
      );
    };
    // A copy has the structure of the original.
    return copy(plan) as CodecPlan;
  }

  #refer(definition: MergedDefinition, nested: number): CodecPlan {
    const { plan, codecs, name } = definition;
    const isOnly = this.#uses.get(definition) === 1 && nested < MAX_NESTED;
    if (isOnly || !isContainerPlan(plan)) return this.#write(plan, codecs, nested + 1);
    let free = this.#names.get(definition);
    if (free === undefined) {
      free = freeName(name, this.#taken);
      this.#names.set(definition, free);
      this.#waiting.push([free, definition]);
    }
    return { kind: 'ref', name: free };
  }

  #classNameOf(id: string, { bindings }: PlannedCodecs): string {
    const known = this.#classes.get(id) ?? bindings[id];
    if (known === undefined) throw new Error(`No class ${id}.`);
    const name = this.#classes.get(id)?.name ?? freeName(known.name, this.#takenClasses);
    this.#classes.set(id, { ...known, name });
    return name;
  }

  #classesOf(codecs: PlannedCodecs): Pick<SharedCodecs, 'classes'> {
    if (Object.keys(codecs.bindings).length === 0) return {};
    const found = new Set(codecs.classes);
    const reached = new Set(codecs.refs.map((id) => this.#find(codecs, id)));
    for (const each of reached) {
      for (const id of each.classes) found.add(id);
      for (const id of each.refs) reached.add(this.#find(each.codecs, id));
    }
    if (found.size === 0) return {};
    const bindings = [...found].map((id) => this.#classes.get(id));
    return {
      classes: Object.fromEntries(bindings.flatMap((each) => (each ? [[each.name, each.binding]] : []))),
    };
  }
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}${count}`;
  taken.add(name);
  return name;
}
