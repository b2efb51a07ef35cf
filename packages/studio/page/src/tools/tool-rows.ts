import type { StudioTool } from '../../../src/protocol/requests.js';

/** A line of the list of tools. */
export type ToolRow =
  | { readonly kind: 'group'; readonly title: string; readonly count: number; readonly isOpen: boolean }
  | { readonly kind: 'tool'; readonly tool: StudioTool };

/** The title of the tools whose source is not known, such as agents that are tools. */
export const NO_FILE = 'Without a file';

/**
 * Groups tools by their file, in the order of the tools. Tools of a single file need no headings.
 * @param closed the titles of the groups whose tools are not listed
 */
export function toolRows(tools: readonly StudioTool[], closed: ReadonlySet<string>): readonly ToolRow[] {
  const groups = new Map<string, ToolRow[]>();
  for (const tool of tools) {
    const title = tool.spec.source?.file ?? NO_FILE;
    const group = groups.get(title) ?? [];
    groups.set(title, group);
    group.push({ kind: 'tool', tool });
  }
  if (groups.size < 2) return [...groups.values()].flat();
  return [...groups].flatMap(([title, rows]) => {
    const isOpen = !closed.has(title);
    return [{ kind: 'group', title, count: rows.length, isOpen } as const, ...(isOpen ? rows : [])];
  });
}
