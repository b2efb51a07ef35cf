import { requireContext, type ToolSpec } from '@toolwright/contract';
import type { ToolSource } from '../../calls/tool-source.js';
import type { RunOptions } from './run-options.js';
import { pickTools } from './tool-subset.js';

type ContextOptions = Pick<RunOptions, 'context' | 'parent' | 'tools'>;

/** The context of a run: that of the run above, unless it has its own. */
export function contextOf({ context, parent }: ContextOptions): unknown {
  return context === undefined ? parent?.app : context;
}

/**
 * Checks the context before the run begins, and so before a session stores anything of it.
 * @throws ToolwrightError `MISSING_CONTEXT` if a tool that the run offers asks for one
 */
export function checkContext(tools: readonly ToolSpec[], options: ContextOptions): void {
  if (contextOf(options) !== undefined) return;
  const asking = tools.filter(({ needsContext }) => needsContext);
  const offered = options.tools === undefined ? asking : pickTools(asking, options.tools);
  requireContext(offered, undefined, RUN);
}

/** The tools of a source, none if it cannot list them: the run reports why, with its events. */
export function listReadily(source: ToolSource): readonly ToolSpec[] {
  try {
    return source.listTools();
  } catch {
    // Thrown again when the run lists them.
    return [];
  }
}

const RUN = { caller: 'the run', hint: 'Pass it as an option of the run: agent.run(input, { context }).' };
