import {
  type JsonValue,
  requireContext,
  type ToolOutcome,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import { maskOutcome, maskSecretsIn, redactJsonText, secretMask } from '@toolwright/redaction';

/** The tools to adapt: a `ToolRegistry` or anything that can list and execute. */
export interface AdaptedTools {
  listTools(): readonly ToolSpec[];
  /** Executes one call. Never rejects: a failure is the outcome's `error`, which the model reads. */
  execute(name: string, args: unknown, execution: AdaptedExecution): Promise<ToolOutcome>;
  /** Whether `onProgress` may be called during calls of a tool. Default: no. */
  mayReportProgress?(name: string): boolean;
}

/** The context that the framework passes to a call. */
export interface AdaptedExecution {
  readonly signal?: AbortSignal | undefined;
  readonly callId?: string | undefined;
  /** What the tool reads as `context.app`. */
  readonly context?: unknown;
  /** Receives what the tool reports or yields during the call. */
  readonly onProgress?: ((value: JsonValue) => void) | undefined;
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
 * Executes a call, with secrets masked in the arguments that a model wrote, for frameworks that report thrown errors to the model.
 * @throws ToolwrightError `TOOL_FAILED` with the text for the model
 */
export async function resultOf(
  tools: AdaptedTools,
  name: string,
  args: unknown,
  execution: AdaptedExecution,
): Promise<JsonValue> {
  const { result, error } = maskOutcome(await tools.execute(name, maskArguments(args), execution));
  if (error !== null) throw new ToolwrightError('TOOL_FAILED', error, { blame: 'tool' });
  return result;
}

function maskArguments(args: unknown): unknown {
  if (typeof args !== 'string') return maskSecretsIn(args);
  const mask = secretMask(args);
  return mask === undefined ? args : redactJsonText(args, mask);
}

/**
 * What a tool reports during a call, in order, then its result.
 * @throws ToolwrightError `TOOL_FAILED` with the text for the model
 */
export async function* progressOf(
  tools: AdaptedTools,
  name: string,
  args: unknown,
  execution: AdaptedExecution,
): AsyncGenerator<JsonValue, void> {
  const waiting: JsonValue[] = [];
  let wake = (): void => {};
  let isOver = false;
  const onProgress = (value: JsonValue): void => {
    waiting.push(value);
    wake();
  };
  const result = resultOf(tools, name, args, { ...execution, onProgress }).finally(() => {
    isOver = true;
    wake();
  });
  // The reader of the result gets the failure.
  result.catch(() => {});
  while (!isOver) {
    yield* waiting.splice(0);
    if (!isOver && waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
  }
  yield* waiting;
  yield await result;
}
