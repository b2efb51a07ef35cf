import type { Definition, Verdicts } from './definitions.js';
import type { Raw } from './keywords.js';
import type { SchemaDocument } from './schema-document.js';

type Definitions = ReadonlyMap<Raw, Definition>;

/**
 * Finds out which definitions are checked only in part, directly or through others, and which references a validator cannot follow.
 * @param isBranching Whether validators have to remember verdicts, which they cannot where `unevaluatedProperties` stands
 */
export function judgeDefinitions(
  definitions: Definitions,
  document: SchemaDocument,
  isBranching: boolean,
): Verdicts {
  const cut = findCuts(definitions);
  const leavesUnevaluated = document.uses.unevaluated && (isBranching || countLinks(definitions) > MAX_LINKS);
  const find = (test: (definition: Definition) => boolean): readonly Raw[] =>
    [...definitions.values()].filter((one) => cut.has(one.node) || test(one)).map(({ node }) => node);
  const incomplete = withSources(
    definitions,
    find(({ isComplete }) => !isComplete || leavesUnevaluated),
  );
  // Where something was left out, what has not been evaluated is left to the server, too.
  const inexact = withSources(definitions, [
    ...find(({ isExact }) => !isExact),
    ...(document.uses.unevaluated ? incomplete : []),
  ]);
  // A condition that is not exact is left out.
  return { inexact, incomplete: document.uses.if ? inexact : incomplete, cut, leavesUnevaluated };
}

/** With more references, a validator without memory could take very long. */
const MAX_LINKS = 24;

function countLinks(definitions: Definitions): number {
  let count = 0;
  for (const { links } of definitions.values()) for (const times of links.values()) count += times;
  return count;
}

/** Those definitions and all that refer to them, at any distance. */
function withSources(definitions: Definitions, start: readonly Raw[]): ReadonlySet<Raw> {
  const sources = new Map<Raw, Raw[]>();
  for (const { node, links } of definitions.values()) {
    for (const target of links.keys()) {
      const known = sources.get(target);
      if (known === undefined) sources.set(target, [node]);
      else known.push(node);
    }
  }
  const reached = new Set<Raw>();
  const open = [...start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    open.push(...(sources.get(node) ?? []));
  }
  return reached;
}

/** How much work a definition makes for one value, others included, and how long its longest chain of references is. */
interface Effort {
  readonly work: number;
  readonly chain: number;
}

const MAX_WORK = 1_000;
const MAX_CHAIN = 50;

/** References that lead back to the same value without end, or make far too much work of it; a walk in depth finds both. */
function findCuts(definitions: Definitions): ReadonlyMap<Raw, ReadonlySet<Raw>> {
  const cuts = new Map<Raw, ReadonlySet<Raw>>();
  const efforts = new Map<Raw, Effort>();
  const seen = new Set<Raw>();
  for (const start of definitions.values()) {
    const open = seen.has(start.node) ? [] : [enter(start)];
    seen.add(start.node);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const next = top.rest.pop();
      const target = next === undefined ? undefined : definitions.get(next);
      if (next === undefined) {
        const { cut, effort } = judge(top.definition, efforts);
        efforts.set(top.definition.node, effort);
        if (cut.size > 0) cuts.set(top.definition.node, cut);
        open.pop();
      } else if (target !== undefined && !seen.has(next)) {
        seen.add(next);
        open.push(enter(target));
      }
    }
  }
  return cuts;
}

function enter(definition: Definition): { readonly definition: Definition; readonly rest: Raw[] } {
  return { definition, rest: [...definition.inPlace.keys()] };
}

/** A target without known efforts is on the way to this definition. */
function judge(
  { inPlace }: Definition,
  efforts: ReadonlyMap<Raw, Effort>,
): { readonly cut: ReadonlySet<Raw>; readonly effort: Effort } {
  const cut = new Set<Raw>();
  let work = 1;
  let chain = 0;
  for (const [target, times] of inPlace) {
    const effort = efforts.get(target);
    if (effort === undefined || work + times * effort.work > MAX_WORK || effort.chain >= MAX_CHAIN) {
      cut.add(target);
    } else {
      work += times * effort.work;
      chain = Math.max(chain, effort.chain + 1);
    }
  }
  return { cut, effort: { work, chain } };
}
