import { type ToolSpec, unknownTool } from '@toolwright/contract';
import { invokeCallback } from '../base/callbacks.js';
import { invalidConfig } from '../base/invalid-config.js';
import type { ToolSource } from './tool-source.js';

/** A subset of an agent's tools: their names, or a predicate. */
export type ToolSubset<Names extends string = string> = readonly Names[] | ((tool: ToolSpec) => boolean);

/** @throws ToolwrightError `INVALID_CONFIG` for an invalid subset, which must not allow more tools */
export function pickTools(tools: readonly ToolSpec[], subset: ToolSubset): readonly ToolSpec[] {
  assertSubset(subset);
  return typeof subset === 'function'
    ? tools.filter((tool) => invokeCallback("The function that picks 'tools'", () => subset(tool)))
    : tools.filter(({ name }) => subset.includes(name));
}

/** @throws ToolwrightError `INVALID_CONFIG` for an invalid value from plain JavaScript */
export function assertSubset(subset: unknown): void {
  if (typeof subset === 'function' || Array.isArray(subset)) return;
  throw invalidConfig(
    "'tools' must be a list of names or a function.",
    "Pass, for example, tools: ['search'].",
  );
}

/** @throws ToolwrightError `UNKNOWN_TOOL` for a name that no tool has */
export function checkSubset(
  subset: ToolSubset | undefined,
  tools: readonly ToolSpec[],
  source: Pick<ToolSource, 'listInnerTools'>,
): void {
  if (subset === undefined || typeof subset === 'function') return;
  const isIn = (list: readonly ToolSpec[], name: string) => list.some((tool) => tool.name === name);
  const missing = subset.filter((name) => !isIn(tools, name));
  if (missing.length === 0) return;
  const inner = source.listInnerTools?.() ?? [];
  const unknown = missing.find((name) => !isIn(inner, name));
  if (unknown !== undefined) throw unknownTool(unknown, tools);
}
