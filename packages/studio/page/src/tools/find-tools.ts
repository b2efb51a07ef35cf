import type { StudioTool } from '../../../src/protocol/requests.js';

/** Finds tools whose name or description contains all words of a search. Tools whose name starts with the first word come first. */
export function findTools(tools: readonly StudioTool[], search: string): readonly StudioTool[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tools;
  const found = tools.filter(({ spec }) => {
    const text = `${spec.name}\n${spec.description.slice(0, 10_000)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const isFirst = ({ spec }: StudioTool) => Number(!spec.name.toLowerCase().startsWith(words[0] ?? ''));
  return found.toSorted((a, b) => isFirst(a) - isFirst(b));
}
