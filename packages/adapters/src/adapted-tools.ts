import { type JsonValue, type ToolOutcome, type ToolSpec, ToolwrightError } from '@toolwright/contract';

/** What is adapted: a `ToolRegistry`, or anything that can list and execute. */
export interface AdaptedTools {
  listTools(): readonly ToolSpec[];
  /** Executes one call and never rejects: what goes wrong is the outcome's `error`, which the model reads. */
  execute(name: string, args: unknown, execution: AdaptedExecution): Promise<ToolOutcome>;
}

/** What a call gets from the framework. */
export interface AdaptedExecution {
  readonly signal?: AbortSignal | undefined;
  readonly callId?: string | undefined;
}

/**
 * The result of a call, for frameworks that tell the model of errors themselves.
 * @throws ToolwrightError `TOOL_FAILED` with the text that the model is to read.
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
