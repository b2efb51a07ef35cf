import { findTool, type ToolSpec } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import { findChange } from '#find-change';
import type { HeldCall, HeldTool, HeldTools } from './held-tool.js';
import { createIdentifier, findOtherTool } from './same-tool.js';

/** Returns the stored descriptions of the tools that have, or formerly had, one of these names. */
export function holdTools(tools: readonly ToolSpec[], names: Iterable<string>): HeldTools {
  const identify = createIdentifier(tools);
  const entries = [...new Set(names)].flatMap((name): [string, HeldTool][] => {
    const tool = findTool(tools, name);
    if (tool === undefined) return [];
    const { parameters, annotations } = tool;
    return [[name, { parameters, annotations, ...identify(tool) }]];
  });
  return Object.fromEntries(entries);
}

/**
 * Explains why the current tools no longer accept a call made for earlier ones; undefined if they do. The call must reach the same
 * tool and be valid with the same values, and the annotations must promise no less. Tools may accept and promise more.
 */
export function findStaleCall(
  { name, args }: HeldCall,
  before: HeldTool,
  tools: readonly ToolSpec[],
): string | undefined {
  const now = findTool(tools, name);
  if (now === undefined) return `the tool '${name}' is gone.`;
  const other = findOtherTool(name, before, tools);
  if (other !== undefined) return other;
  try {
    return isSameContract(before, now) ? undefined : findChange({ name, args }, before, now);
  } catch (error) {
    // The schemas are nested too deeply to compare.
    if (!(error instanceof RangeError)) throw error;
    return `'${now.name}' and its call are nested too deeply to compare.`;
  }
}

/** Compares texts, because JSON of another realm has other prototypes. */
function isSameContract(before: HeldTool, now: ToolSpec): boolean {
  const text = ({ parameters, annotations, was }: HeldTool | ToolSpec): string =>
    canonicalJson([parameters, annotations, was?.parameters ?? null]);
  return text(before) === text(now);
}
