import { describeValue, requireContext, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import { callSource } from '../base/callbacks.js';
import type { ToolSource } from './tool-source.js';
import { pickTools, type ToolSubset } from './tool-subset.js';

/** The options of a run that its context depends on. */
interface ContextOptions {
  readonly context?: unknown;
  readonly parent?: { readonly app?: unknown } | undefined;
  readonly tools?: ToolSubset | undefined;
}

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

/** The tools of a source. @throws ToolwrightError `CALLBACK_FAILED` if it cannot list them */
export function listTools(source: ToolSource): readonly ToolSpec[] {
  const tools: unknown = callSource(NAME, () => source.listTools());
  // Checked to be a list; what is in it is the source's promise.
  if (Array.isArray(tools)) return tools as readonly ToolSpec[];
  throw new ToolwrightError(
    'CALLBACK_FAILED',
    `${NAME} returned ${describeValue(tools)}, not a list of tools.`,
    {
      blame: 'developer',
      hint: 'Return a list of `ToolSpec`s at once, not a promise.',
    },
  );
}

const NAME = "The tools' 'listTools'";
const RUN = { caller: 'the run', hint: 'Pass it as an option of the run: agent.run(input, { context }).' };
