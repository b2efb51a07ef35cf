import { visibleLine } from '@toolwright/contract';
import { describeChange, type ToolLock } from '@toolwright/json-schema';

/** Describes the differences between two locks, with one line per tool. */
export function changesBetween(before: ToolLock, after: ToolLock): readonly string[] {
  const current = new Map(after.tools.map((tool) => [tool.name, tool]));
  const changed = before.tools.flatMap((tool) => {
    const now = current.get(tool.name);
    current.delete(tool.name);
    const isOrdered = before.version > 1 && after.version > 1;
    const change = now && describeChange(tool, now, { isOrdered });
    if (now === undefined) return `${tool.name} was removed.`;
    return change === undefined ? [] : `${tool.name} has changed: ${change}.`;
  });
  // Names and text are untrusted, because they come from a file that someone else may have written.
  return [...changed, ...[...current.keys()].map((name) => `${name} is new.`)].map(visibleLine);
}
