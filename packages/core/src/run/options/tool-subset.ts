import { describeUnknown, type ToolSpec, ToolwrightError } from '@toolwright/contract';

/** Some of an agent's tools: their names, or a function that is true for them. */
export type ToolSubset = readonly string[] | ((tool: ToolSpec) => boolean);

export function pickTools(tools: readonly ToolSpec[], subset: ToolSubset): readonly ToolSpec[] {
  return typeof subset === 'function'
    ? tools.filter(subset)
    : tools.filter(({ name }) => subset.includes(name));
}

/** @throws ToolwrightError `UNKNOWN_TOOL` for a name that no tool has */
export function checkSubset(subset: ToolSubset | undefined, tools: readonly ToolSpec[]): void {
  if (subset === undefined || typeof subset === 'function') return;
  const names = tools.map(({ name }) => name);
  const unknown = subset.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const { problem, hint } = describeUnknown('Tool', unknown, names);
  throw new ToolwrightError('UNKNOWN_TOOL', problem, { blame: 'developer', hint });
}
