import {
  developerErrorOf,
  type JsonValue,
  requireContext,
  type ToolOutcome,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import { maskOutcome, maskSecretsIn, redactJsonText, secretMask } from '@toolwright/redaction';

/** The tools to adapt: a `ToolRegistry`, or any object that can list and execute tools. */
export interface AdaptedTools {
  listTools(): readonly ToolSpec[];
  /** Executes one call. Never rejects: a failure is the outcome's `error`, which the model reads. */
  execute(name: string, args: unknown, execution: AdaptedExecution): Promise<ToolOutcome>;
  /** Whether calls to the tool may call `onProgress`. Default: no. */
  mayReportProgress?(name: string): boolean;
}

/** The context that the framework passes to a call. */
export interface AdaptedExecution {
  readonly signal?: AbortSignal | undefined;
  readonly callId?: string | undefined;
  /** The value that the tool reads as `context.app`. */
  readonly context?: unknown;
  /** Receives the values that the tool reports or yields during the call. */
  readonly onProgress?: ((value: JsonValue) => void) | undefined;
}

/** Options of all adapters. */
export interface AdapterOptions {
  /** The value that the tools read as `context.app`, such as the user. Adapt the tools again for each user. */
  readonly context?: unknown;
}

/** @throws ToolwrightError `MISSING_CONTEXT` if a tool needs a context and none is passed */
export function listAdapted(tools: AdaptedTools, { context }: AdapterOptions): readonly ToolSpec[] {
  const specs = tools.listTools();
  const hint = 'Pass the context as an option of the adapter: { context }.';
  requireContext(specs, context, { caller: 'the adapter', hint });
  return specs;
}

/**
 * Executes a call for a framework that reports thrown errors to the model. Masks secrets in the arguments, because a model wrote them.
 * @throws ToolwrightError `TOOL_FAILED` with a message for the model; the error itself if only the developer can act on it
 */
export async function resultOf(
  tools: AdaptedTools,
  name: string,
  args: unknown,
  execution: AdaptedExecution,
): Promise<JsonValue> {
  const outcome = await tools.execute(name, maskArguments(args), execution);
  const mistake = developerErrorOf(outcome);
  if (mistake !== undefined) throw mistake;
  const { result, error } = maskOutcome(outcome);
  if (error !== null) throw new ToolwrightError('TOOL_FAILED', error, { blame: 'tool' });
  return result;
}

function maskArguments(args: unknown): unknown {
  if (typeof args !== 'string') return maskSecretsIn(args);
  const mask = secretMask(args);
  return mask === undefined ? args : redactJsonText(args, mask);
}

/**
 * Yields the values that a tool reports during a call, in order, then the tool's result.
 * @throws ToolwrightError `TOOL_FAILED` with a message for the model
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
  // Whoever reads the result receives the failure.
  result.catch(() => {});
  while (!isOver) {
    yield* waiting.splice(0);
    if (!isOver && waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
  }
  yield* waiting;
  yield await result;
}
