import { type Certainty, FLOW_ROLES, type FlowEntry, type ToolFlows } from './flow.js';
import type { Guard } from './owners/guards.js';

/** The usual name of the provider's search in call records. */
export const WEB_SEARCH = 'web_search';
/** The reason that distinguishes the provider's search from a tool of the program with that name. */
export const PROVIDER_SEARCH = 'provider search';

/** Whether all three parts come together: `may` if at least one of them is only possible. */
export function trifectaOf(cells: ToolFlows['cells']): Certainty | 'no' {
  const all = FLOW_ROLES.map((role) => cells[role]);
  if (all.every((cell) => cell.some(isCertain))) return 'yes';
  return all.every((cell) => cell.length > 0) ? 'may' : 'no';
}

/**
 * Whether the policies still allow all three parts in combination. A policy refuses a way out after untrusted content only if its lists
 * contain both tools, so neither list is effective alone.
 */
export function unguardedOf(cells: ToolFlows['cells'], guards: readonly Guard[]): Certainty | 'no' {
  const left = cells.untrustedContent.flatMap((source) => {
    const covering = guards.filter((guard) => covers(guard, 'untrusted', source));
    const waysOut = cells.waysOut.filter((way) => !covering.some((guard) => covers(guard, 'waysOut', way)));
    return waysOut.length === 0 ? [] : [{ ...cells, untrustedContent: [source], waysOut }];
  });
  const found = left.map(trifectaOf);
  if (found.includes('yes')) return 'yes';
  return found.includes('may') ? 'may' : 'no';
}

function covers(guard: Guard, list: 'untrusted' | 'waysOut', { tool, reason, via }: FlowEntry): boolean {
  if (via.length > 0 && !guard.subAgents) return false;
  // The provider runs the search, so policies cannot refuse it.
  if (reason === PROVIDER_SEARCH && list === 'waysOut') return false;
  return guard[list]?.has(tool) ?? true;
}

function isCertain({ certainty }: FlowEntry): boolean {
  return certainty === 'yes';
}

/** Returns the names in policy lists that match no tool. */
export function namesOutside(guards: readonly Guard[], tools: ReadonlySet<string>): readonly string[] {
  const named = guards.flatMap(({ untrusted = [], waysOut = [] }) => [...untrusted, ...waysOut]);
  return [...new Set(named)].filter((name) => !tools.has(name));
}
