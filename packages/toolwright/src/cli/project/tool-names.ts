import { describeUnknown, type ToolSpec, ToolwrightError } from '@toolwright/contract';

/** A tool of a project, with the names that it goes by. */
export interface ProjectTool {
  readonly spec: ToolSpec;
  /** `Class.method`; the tool's own name for functions. */
  readonly qualifiedName: string;
}

export interface NamedTool {
  readonly name: string;
  readonly spec: ToolSpec;
}

/** Each tool under the shortest name that means no other: its own, `Class.method`, or `file#Class.method`. */
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
 * @throws ToolwrightError `UNKNOWN_TOOL` when there is none, or when several have that name.
 */
export function getTool(name: string, tools: readonly ProjectTool[]): ToolSpec {
  const found = tools.filter((tool) => namesOf(tool).includes(name)).map(({ spec }) => spec);
  const [first, second] = found;
  if (first && !second) return first;
  const named = nameTools(tools);
  if (second) {
    const choices = named.filter(({ spec }) => found.includes(spec));
    throw unknown(`Several tools are named '${name}'.`, `Say which: ${names(choices).join(', ')}.`);
  }
  const { problem, hint } = describeUnknown('Tool', name, names(named));
  throw unknown(problem, hint);
}

/** From short to long, without repetition. */
function namesOf({ spec, qualifiedName }: ProjectTool): string[] {
  return [...new Set([spec.name, qualifiedName, `${spec.source.file}#${qualifiedName}`])];
}

function names(tools: readonly NamedTool[]): string[] {
  return tools.map(({ name }) => name);
}

function unknown(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('UNKNOWN_TOOL', message, { blame: 'user', hint });
}
