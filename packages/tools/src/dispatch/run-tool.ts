import { ToolwrightError } from '@toolwright/contract';
import type { BoundTool } from '../bound-tool.js';
import { toJson } from '../result/to-json.js';
import { abortedError, bounded } from './bounded.js';
import { CallContext } from './call-context.js';
import type { ExecuteOptions, SyncCallOptions } from './call-options.js';
import type { Deadlines } from './deadlines.js';
import { drain, drainAsync, isAsyncGenerator, isGenerator, isThenable, type Report } from './generators.js';
import type { NamedArguments } from './positional.js';

/**
 * Runs a tool on validated arguments. Gives the result itself where the tool returned at once, else a promise of it.
 * @throws What the tool throws, and `ABORTED`; the promise rejects with these and with `TOOL_TIMEOUT`.
 */
export function runTool(
  tool: BoundTool,
  args: NamedArguments,
  options: ExecuteOptions,
  deadlines: Deadlines,
): unknown {
  const toolName = tool.spec.name;
  const { signal } = options;
  if (signal?.aborted) throw abortedError(toolName, signal);
  const timeoutMs = finite(options.timeoutMs ?? tool.spec.annotations.timeoutMs);
  const context = tool.needsContext ? new CallContext(toolName, options, timeoutMs !== undefined) : undefined;
  const result = invoke(tool, args, context);
  if (!isContainer(result)) return finish(result, context);
  if (isGenerator(result)) return drainNow(result, toolName, options, context);
  const isStream = isAsyncGenerator(result);
  if (!isStream && !isThenable(result)) return finish(result, context);
  let isOver = false;
  const pending = isStream ? drainAsync(result, reporter(options), () => isOver) : result;
  return bounded(pending, { toolName, signal, timeoutMs, deadlines }, (cutBy) => {
    isOver = true;
    context?.end(cutBy);
  });
}

/**
 * Runs a tool that returns at once.
 * @throws What the tool throws, and `ASYNC_TOOL` for a tool that gives a promise or an async generator.
 */
export function runToolSync(
  tool: BoundTool,
  args: NamedArguments,
  options: SyncCallOptions | undefined,
): unknown {
  const toolName = tool.spec.name;
  if (tool.isAsync) throw asyncError(toolName);
  if (options?.signal?.aborted) throw abortedError(toolName, options.signal);
  const context = tool.needsContext ? new CallContext(toolName, options ?? {}, false) : undefined;
  const result = invoke(tool, args, context);
  if (!isContainer(result)) return finish(result, context);
  if (isGenerator(result)) return drainNow(result, toolName, options ?? {}, context);
  if (isAsyncGenerator(result)) throw asyncError(toolName);
  if (isThenable(result)) {
    // The call is answered with an error already: a later rejection has nobody to go to.
    result.then(undefined, () => undefined);
    throw asyncError(toolName);
  }
  return finish(result, context);
}

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
  return onProgress === undefined ? () => undefined : (value) => onProgress(toJson(value));
}

function finite(ms: number | undefined): number | undefined {
  return Number.isFinite(ms) ? ms : undefined;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function asyncError(toolName: string): ToolwrightError {
  return new ToolwrightError('ASYNC_TOOL', `'${toolName}' is asynchronous: callSync cannot wait for it.`, {
    blame: 'developer',
    hint: `Use await registry.call('${toolName}', …).`,
  });
}
