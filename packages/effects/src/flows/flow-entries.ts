import { compareText } from '@toolwright/program';
import type { ToolSite } from '@toolwright/program/compiler';
import type { EffectStep } from '../effect.js';
import type { DescribeStep } from '../program/steps.js';
import { type Certainty, FLOW_ROLES, type FlowEntry, type FlowRole } from './flow.js';
import { PROVIDER_SEARCH, WEB_SEARCH } from './guarded.js';
import type { SourceItem } from './owners/tool-source.js';
import type { RoleReason, ToolRoles } from './tool-roles.js';

/** A tool or a tool source, with the agents on the path to it. */
export interface Member {
  readonly item: SourceItem;
  readonly via: readonly string[];
}

interface EntrySearch {
  readonly roles: ReadonlyMap<ToolSite, ToolRoles>;
  readonly describe: DescribeStep;
}

/** An entry in the matrix, with its column. */
interface RoleEntry {
  readonly role: FlowRole;
  readonly entry: FlowEntry;
}

/** Returns the entries of a member in the matrix. */
export function entriesOf({ item, via }: Member, { roles, describe }: EntrySearch): RoleEntry[] {
  const all = (tool: string, step: EffectStep, reason: (role: FlowRole) => RoleReason): RoleEntry[] =>
    FLOW_ROLES.map((role) => ({ role, entry: { tool, ...reason(role), path: [step], via } }));
  switch (item.kind) {
    case 'tool':
      // One reason for each role: if possible a certain one, with the shortest path.
      return FLOW_ROLES.flatMap((role) => {
        const [first] = shortestFirst(roles.get(item.site)?.[role] ?? []);
        return first === undefined ? [] : [{ role, entry: { tool: item.site.name, ...first, via } }];
      });
    case 'mcp': {
      const step = describe(item.at);
      const certainty = (role: FlowRole): Certainty => (role === 'privateData' ? 'may' : 'yes');
      return all('*', step, (role) => ({ certainty: certainty(role), reason: 'MCP server', path: [step] }));
    }
    case 'search': {
      const { certainty } = item;
      const path = [describe(item.at)];
      // A search query leaves the program without any policy seeing it.
      return [
        {
          role: 'untrustedContent',
          entry: { tool: WEB_SEARCH, certainty, reason: PROVIDER_SEARCH, path, via },
        },
        {
          role: 'waysOut',
          entry: { tool: WEB_SEARCH, certainty: 'may', reason: PROVIDER_SEARCH, path, via },
        },
      ];
    }
    case 'unknown': {
      const step = describe(item.at);
      return all('*', step, () => ({ certainty: 'may', reason: `unknown: ${item.reason}`, path: [step] }));
    }
    case 'agent':
      return [];
  }
}

function shortestFirst(reasons: readonly RoleReason[]): RoleReason[] {
  const rank = ({ certainty, path, omitted = 0 }: RoleReason): number =>
    (certainty === 'yes' ? 0 : 1e6) + path.length + omitted;
  return [...reasons].sort((a, b) => rank(a) - rank(b));
}

/** Removes duplicates, and sorts certain entries first. */
export function unique(entries: readonly FlowEntry[]): FlowEntry[] {
  const byKey = new Map(
    entries.map((entry) => [JSON.stringify([entry.tool, entry.reason, entry.path]), entry]),
  );
  const certain = (entry: FlowEntry): number => (entry.certainty === 'yes' ? 0 : 1);
  return [...byKey.values()].sort(
    (a, b) => certain(a) - certain(b) || compareText(a.tool, b.tool) || compareText(a.reason, b.reason),
  );
}
