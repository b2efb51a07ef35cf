import { type Located, type ToolSpec, unknownTool } from '@toolwright/contract';
import { userError } from '../user-error.js';

/** A tool of a project and its qualified name. */
export interface ProjectTool {
  readonly spec: Located<ToolSpec>;
  /** `Class.method`, or the name of a function. */
  readonly qualifiedName: string;
}

export interface NamedTool {
  readonly name: string;
  readonly spec: Located<ToolSpec>;
}

/** Returns each tool with its shortest unique name: its own name, `Class.method`, or `file#Class.method`. */
export function nameTools(tools: readonly ProjectTool[]): NamedTool[] {
  const uses = new Map<string, number>();
  for (const name of tools.flatMap(namesOf)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return tools.map((tool) => ({
    name: namesOf(tool).find((name) => uses.get(name) === 1) ?? tool.qualifiedName,
    spec: tool.spec,
  }));
}

/**
 * Finds a tool by any of its names.
 * @throws ToolwrightError `UNKNOWN_TOOL` if no tool, or more than one, has that name
 */
export function getTool(name: string, tools: readonly ProjectTool[]): ToolSpec {
  const found = tools.filter((tool) => namesOf(tool).includes(name)).map(({ spec }) => spec);
  const [first, second] = found;
  if (first && !second) return first;
  const named = nameTools(tools);
  if (second === undefined) throw unknownTool(name, named);
  const choices = named.filter(({ spec }) => found.includes(spec)).map((choice) => choice.name);
  const hint = `Use one of: ${choices.join(', ')}.`;
  throw userError('UNKNOWN_TOOL', `Several tools are named '${name}'.`, hint);
}

/** Returns the names of a tool from short to long, without duplicates. */
function namesOf({ spec, qualifiedName }: ProjectTool): string[] {
  return [...new Set([spec.name, qualifiedName, `${spec.source.file}#${qualifiedName}`])];
}
