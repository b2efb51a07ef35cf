import { describeValue, requireContext, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import { callSource } from '../base/callbacks.js';
import type { ToolSource } from './tool-source.js';
import { pickTools, type ToolSubset } from './tool-subset.js';

/** The options that determine a run's context. */
interface ContextOptions {
  readonly context?: unknown;
  readonly parent?: { readonly app?: unknown } | undefined;
  readonly tools?: ToolSubset | undefined;
}

/** Returns the context of a run, which defaults to that of its parent. */
export function contextOf({ context, parent }: ContextOptions): unknown {
  return context === undefined ? parent?.app : context;
}

/**
 * Checks the context before the run starts and a session stores any of its messages.
 * @throws ToolwrightError `MISSING_CONTEXT` if the run offers a tool that requires a context but has none
 */
export function checkContext(tools: readonly ToolSpec[], options: ContextOptions): void {
  if (contextOf(options) !== undefined) return;
  const asking = tools.filter(({ needsContext }) => needsContext);
  const offered = options.tools === undefined ? asking : pickTools(asking, options.tools);
  requireContext(offered, undefined, RUN);
}

/** Returns the tools of a source. @throws ToolwrightError `CALLBACK_FAILED` if it cannot list them */
export function listTools(source: ToolSource): readonly ToolSpec[] {
  const tools: unknown = callSource(NAME, () => source.listTools());
  // Only checks that this is a list; the source guarantees the type of its elements.
  if (Array.isArray(tools)) return tools as readonly ToolSpec[];
  throw new ToolwrightError(
    'CALLBACK_FAILED',
    `${NAME} must return a list of tools, not ${describeValue(tools)}.`,
    {
      blame: 'developer',
      hint: 'Return a list of `ToolSpec` objects synchronously, not a promise.',
    },
  );
}

const NAME = "The tools' 'listTools'";
const RUN = { caller: 'the run', hint: 'Pass it as a run option: agent.run(input, { context }).' };
