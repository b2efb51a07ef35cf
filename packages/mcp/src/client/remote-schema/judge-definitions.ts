import { appendAll } from '@toolwright/contract';
import type { Definition, Verdicts } from './definitions.js';
import type { Raw } from './keywords.js';
import type { SchemaDocument } from './schema-document.js';

type Definitions = ReadonlyMap<Raw, Definition>;

/**
 * Determines which definitions are checked only in part, because of their own keywords or those of definitions they refer to. Also
 * determines which references a validator cannot follow.
 * @param isBranching Whether validators must cache verdicts, which is incompatible with `unevaluatedProperties`
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
  // `unevaluated…` depends on all other keywords, so it is left to the server if any of them is.
  const inexact = withSources(definitions, [
    ...find(({ isExact }) => !isExact),
    ...(document.uses.unevaluated ? incomplete : []),
  ]);
  // `if` is omitted unless it is exact.
  return { inexact, incomplete: document.uses.if ? inexact : incomplete, cut, leavesUnevaluated };
}

/** Beyond this number of references, a validator without a cache could take very long. */
const MAX_LINKS = 24;

function countLinks(definitions: Definitions): number {
  let count = 0;
  for (const { links } of definitions.values()) for (const times of links.values()) count += times;
  return count;
}

/** Returns the given definitions and all definitions that refer to them, directly or indirectly. */
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
    appendAll(open, sources.get(node) ?? []);
  }
  return reached;
}

/** The cost of validating one value: the number of visited definitions and the longest reference chain. */
interface Effort {
  readonly work: number;
  readonly chain: number;
}

const MAX_WORK = 1_000;
const MAX_CHAIN = 50;

/** Finds in-place references that form a cycle or cost too much, with a depth-first walk. */
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

/** Decides which references to cut. If the effort of a target is unknown, the target is an ancestor of this definition in the walk. */
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
