import { visibleLine } from '@toolwright/contract';
import { describeChange, type ToolLock } from '@toolwright/json-schema';

/** The differences between two locks, a line for each tool. */
export function changesBetween(before: ToolLock, after: ToolLock): readonly string[] {
  const current = new Map(after.tools.map((tool) => [tool.name, tool]));
  const changed = before.tools.flatMap((tool) => {
    const now = current.get(tool.name);
    current.delete(tool.name);
    const isOrdered = before.version > 1 && after.version > 1;
    const change = now && describeChange(tool, now, { isOrdered });
    if (now === undefined) return `${tool.name} is gone.`;
    return change === undefined ? [] : `${tool.name} has changed: ${change}.`;
  });
  // The names and texts come from a file that others may have written.
  return [...changed, ...[...current.keys()].map((name) => `${name} is new.`)].map(visibleLine);
}
