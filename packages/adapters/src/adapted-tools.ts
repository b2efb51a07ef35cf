import {
  type JsonValue,
  requireContext,
  type ToolOutcome,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';

/** The tools to adapt: a `ToolRegistry` or anything that can list and execute. */
export interface AdaptedTools {
  listTools(): readonly ToolSpec[];
  /** Executes one call. Never rejects: a failure is the outcome's `error`, which the model reads. */
  execute(name: string, args: unknown, execution: AdaptedExecution): Promise<ToolOutcome>;
}

/** The context that the framework passes to a call. */
export interface AdaptedExecution {
  readonly signal?: AbortSignal | undefined;
  readonly callId?: string | undefined;
  /** What the tool reads as `context.app`. */
  readonly context?: unknown;
}

/** Options of all adapters. */
export interface AdapterOptions {
  /** What the tools read as `context.app`, such as the user. Adapt the tools anew for each user. */
  readonly context?: unknown;
}

/** @throws ToolwrightError `MISSING_CONTEXT` if a tool asks for a context and none is given */
export function listAdapted(tools: AdaptedTools, { context }: AdapterOptions): readonly ToolSpec[] {
  const specs = tools.listTools();
  const hint = 'Pass it as an option of the adapter: { context }.';
  requireContext(specs, context, { caller: 'the adapter', hint });
  return specs;
}

/**
 * The result of a call, for frameworks that report thrown errors to the model.
 * @throws ToolwrightError `TOOL_FAILED` with the text for the model
 */
export async function resultOf(
  tools: AdaptedTools,
  name: string,
  args: unknown,
  execution: AdaptedExecution,
): Promise<JsonValue> {
  const { result, error } = await tools.execute(name, args, execution);
  if (error !== null) throw new ToolwrightError('TOOL_FAILED', error, { blame: 'tool' });
  return result;
}
