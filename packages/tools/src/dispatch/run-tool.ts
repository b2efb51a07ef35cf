import { ToolwrightError } from '@toolwright/contract';
import { isContainer } from '@toolwright/json-schema';
import { maskSecretsIn } from '@toolwright/redaction';
import type { BoundTool } from '../bound-tool.js';
import { toJson } from '../result/to-json.js';
import { abortedError, bounded, type Watch } from './bounded.js';
import { CallContext } from './call-context.js';
import type { ExecuteOptions, SyncCallOptions } from './call-options.js';
import { drain, drainAsync, isAsyncGenerator, isGenerator, isThenable, type Report } from './generators.js';
import type { NamedArguments } from './positional.js';

/**
 * Runs a tool on validated arguments. Returns the result if the tool returned it directly, otherwise a promise for it.
 * @throws any error that the tool throws, and `ABORTED`. The promise rejects with these errors or with `TOOL_TIMEOUT`.
 */
export function runTool(
  tool: BoundTool,
  args: NamedArguments,
  options: ExecuteOptions,
  watch: Watch,
): unknown {
  const toolName = tool.spec.name;
  const { signal } = options;
  if (signal?.aborted) throw abortedError(toolName, signal);
  const timeoutMs = finite(options.timeoutMs ?? tool.spec.annotations.timeoutMs);
  const context = tool.takesContext ? new CallContext(toolName, options, timeoutMs !== undefined) : undefined;
  const result = invoke(tool, args, context);
  if (!isContainer(result)) return finish(result, context);
  if (isGenerator(result)) return drainNow(result, toolName, options, context);
  const isStream = isAsyncGenerator(result);
  if (!isStream && !isThenable(result)) return finish(result, context);
  let isOver = false;
  const pending = isStream ? drainAsync(result, reporter(options), () => isOver) : result;
  return bounded(pending, { toolName, signal, timeoutMs, watch }, (cutBy) => {
    isOver = true;
    context?.end(cutBy);
  });
}

/**
 * Runs a tool that returns its result directly.
 * @throws any error that the tool throws, and `ASYNC_TOOL` for a tool that returns a promise or an async generator
 */
export function runToolSync(
  tool: BoundTool,
  args: NamedArguments,
  options: SyncCallOptions | undefined,
): unknown {
  const toolName = tool.spec.name;
  if (tool.isAsync) throw asyncError(toolName);
  if (options?.signal?.aborted) throw abortedError(toolName, options.signal);
  const context = tool.takesContext ? new CallContext(toolName, options ?? NO_OPTIONS, false) : undefined;
  const result = invoke(tool, args, context);
  return isContainer(result) ? finishSync(result, toolName, options, context) : finish(result, context);
}

/**
 * Returns the result of a synchronous tool.
 * @throws ToolwrightError `ASYNC_TOOL` for a promise or an async generator, whose work has started but cannot be awaited
 */
export function finishSync(
  result: object,
  toolName: string,
  options: SyncCallOptions = NO_OPTIONS,
  context?: CallContext,
): unknown {
  if (isGenerator(result)) return drainNow(result, toolName, options, context);
  const isPromise = isThenable(result);
  // The call fails with its own error, so a later rejection is ignored.
  if (isPromise) result.then(undefined, () => undefined);
  if (isPromise || isAsyncGenerator(result)) throw asyncError(toolName);
  return finish(result, context);
}

const NO_OPTIONS: ExecuteOptions = Object.freeze({});

function invoke(tool: BoundTool, args: NamedArguments, context: CallContext | undefined): unknown {
  if (context === undefined) return tool.invoke(args, undefined);
  try {
    return tool.invoke(args, context);
  } catch (error) {
    context.end();
    throw error;
  }
}

function drainNow(
  generator: Generator<unknown, unknown, undefined>,
  toolName: string,
  options: SyncCallOptions,
  context: CallContext | undefined,
): unknown {
  const report = reporter(options);
  try {
    return drain(generator, (value) => {
      report(value);
      if (options.signal?.aborted) throw abortedError(toolName, options.signal);
    });
  } finally {
    context?.end();
  }
}

function finish(result: unknown, context: CallContext | undefined): unknown {
  context?.end();
  return result;
}

function reporter({ onProgress }: SyncCallOptions): Report {
  return onProgress === undefined ? () => undefined : (value) => onProgress(maskSecretsIn(toJson(value)));
}

function finite(ms: number | undefined): number | undefined {
  return Number.isFinite(ms) ? ms : undefined;
}

function asyncError(toolName: string): ToolwrightError {
  return new ToolwrightError('ASYNC_TOOL', `'${toolName}' is asynchronous, so callSync cannot wait for it.`, {
    blame: 'developer',
    hint: `Use await registry.call('${toolName}', …).`,
  });
}
