import type { PlannedCall } from './shown-program.js';

/** A tool that a program may call. */
export interface PlannedTool {
  readonly name: string;
  /** For example `line 3, 7`. */
  readonly places: string;
  /** Whether one of its calls may run more than once. */
  readonly isRepeated: boolean;
}

const MOST_LINES = 10;

/** Returns the tools of a plan in the order of their first calls. */
export function plannedTools(plan: readonly PlannedCall[]): readonly PlannedTool[] {
  const tools = new Map<string, { lines: number[]; isRepeated: boolean }>();
  for (const { name, line, isRepeated } of plan) {
    const tool = tools.get(name) ?? { lines: [], isRepeated: false };
    if (tool.lines.at(-1) !== line) tool.lines.push(line);
    tool.isRepeated ||= isRepeated;
    tools.set(name, tool);
  }
  return [...tools].map(([name, { lines, isRepeated }]) => ({
    name,
    isRepeated,
    places: `line ${lines.slice(0, MOST_LINES).join(', ')}${lines.length > MOST_LINES ? ', …' : ''}`,
  }));
}
