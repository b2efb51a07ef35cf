import { type ToolSpec, ToolwrightError } from '@toolwright/contract';

/** Tools by the shortest name that means one of them. */
export type NamedTools = ReadonlyMap<string, ToolSpec>;

export function nameTools(tools: readonly ToolSpec[]): NamedTools {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

export function findTool(name: string, tools: NamedTools): ToolSpec {
  const found = tools.get(name);
  if (found) return found;
  throw new ToolwrightError('UNKNOWN_TOOL', `No tool '${name}'.`, {
    blame: 'user',
    hint: tools.size > 0 ? `Available: ${[...tools.keys()].join(', ')}.` : 'The project has no tools.',
  });
}
