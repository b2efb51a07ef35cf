import type { ToolSpec } from '@toolwright/contract';
import { frozenCopy } from './frozen-copy.js';

/** Returns a frozen copy of a tool for policies; the original belongs to its registry. */
export function frozenTool(tool: ToolSpec): ToolSpec {
  const known = FROZEN.get(tool);
  if (known !== undefined) return known;
  const frozen = frozenCopy(tool);
  FROZEN.set(tool, frozen);
  ORIGINALS.set(frozen, tool);
  return frozen;
}

/** Returns frozen copies of the tools of a request. */
export function frozenTools(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  const known = FROZEN_LISTS.get(tools);
  if (known !== undefined) return known;
  const frozen = Object.freeze(tools.map(frozenTool));
  FROZEN_LISTS.set(tools, frozen);
  ORIGINAL_LISTS.set(frozen, tools);
  return frozen;
}

/** Returns the originals of the tools that a policy selected. An unchanged selection gives the same list, which clients encode once. */
export function originalTools(chosen: readonly ToolSpec[]): readonly ToolSpec[] {
  const known = ORIGINAL_LISTS.get(chosen);
  if (known !== undefined) return known;
  return chosen.map((tool) => ORIGINALS.get(tool) ?? tool);
}

const FROZEN = new WeakMap<ToolSpec, ToolSpec>();
const ORIGINALS = new WeakMap<ToolSpec, ToolSpec>();
const FROZEN_LISTS = new WeakMap<readonly ToolSpec[], readonly ToolSpec[]>();
const ORIGINAL_LISTS = new WeakMap<readonly ToolSpec[], readonly ToolSpec[]>();
