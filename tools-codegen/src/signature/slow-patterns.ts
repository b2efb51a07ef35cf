import { createRequire } from 'node:module';
import { runsLinearly } from '@toolwright/json-schema';
import type { Report } from '@toolwright/program/diagnostics';
import { childrenOf } from '../ir/definitions.js';
import type { Definitions, TypeNode } from '../ir/type-node.js';
import type { Parameter } from './parameter.js';

/** Reports patterns in a parameter that take more than linear time in backtracking engines such as JavaScript's. */
export function reportSlowPatterns(
  { name = 'an argument', at }: Parameter,
  node: TypeNode,
  definitions: Definitions,
  report: Report,
): void {
  for (const { path, pattern } of findPatterns(node, name, definitions)) {
    const slowness = slownessOf(pattern);
    if (slowness === undefined) continue;
    const message = `The pattern \`${pattern}\` of \`${path}\` takes ${slowness.growth} time on repetitions of ${JSON.stringify(slowness.repeated)}.`;
    report({ code: 'TW2035', node: at, message });
  }
}

interface Place {
  readonly path: string;
  readonly pattern: string;
}

/** Finds each pattern once, except those of template literal types, which the developer cannot change. */
function findPatterns(node: TypeNode, name: string, definitions: Definitions): Place[] {
  const found = new Map<string, Place>();
  const seen = new Set<string>();
  const open = [{ node, path: name }];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const { node: part, path } = top;
    if (part.kind === 'ref') {
      const target = definitions.get(part.id)?.node;
      if (target !== undefined && !seen.has(part.id)) open.push({ node: target, path });
      seen.add(part.id);
    } else if (part.kind === 'string') {
      const { pattern } = part;
      if (pattern !== undefined && !found.has(pattern)) found.set(pattern, { path, pattern });
    } else if (part.kind === 'object') {
      const named = part.properties.map((member) => ({ node: member.type, path: `${path}.${member.name}` }));
      const rest = [...(part.patterns ?? []).map(({ type }) => type), part.additional];
      open.push(...others(rest, path).reverse(), ...named.reverse());
    } else if (part.kind === 'class') open.push({ node: part.json, path });
    else open.push(...others(childrenOf(part), path).reverse());
  }
  return [...found.values()];
}

function others(nodes: readonly (TypeNode | undefined)[], path: string) {
  return nodes.flatMap((node) => (node === undefined ? [] : [{ node, path: `${path}[]` }]));
}

interface Slowness {
  readonly growth: 'exponential' | 'polynomial';
  /** The text that is slow to match when repeated. */
  readonly repeated: string;
}

const KNOWN = new Map<string, Slowness | undefined>();

function slownessOf(pattern: string): Slowness | undefined {
  if (!KNOWN.has(pattern)) KNOWN.set(pattern, runsLinearly(pattern) ? undefined : analyse(pattern));
  return KNOWN.get(pattern);
}

/** Loads the analysis library only for patterns that need it. The analysis covers only texts that repeat one character. */
function analyse(pattern: string): Slowness | undefined {
  // `require` returns `any`; this is the type of the loaded module.
  const { analyse } = createRequire(import.meta.url)('scslre') as typeof import('scslre');
  const { reports } = analyse({ source: pattern, flags: 'u' });
  const worst = reports.find(({ exponential }) => exponential) ?? reports[0];
  if (worst === undefined) return undefined;
  return { growth: worst.exponential ? 'exponential' : 'polynomial', repeated: worst.character.pick };
}
