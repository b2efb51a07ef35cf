import { type ExecutionContext, ForbiddenException, Logger } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { ToolwrightError } from '@toolwright/contract';
import { isObservable, lastValueFrom, type Observable } from 'rxjs';
import { answeredError, describedError } from './call-error.js';
import type { ContextId, EnhancerParts } from './nest-internals.js';
import { type PipedParameter, pipeMetadata } from './parameters.js';
import { RecordedResponse } from './recorded-response.js';
import { noteToolCall, type ToolCall } from './tool-call.js';

/** A call of a tool and what Nest needs to run it as it runs a handler. */
export interface EnhancedCall {
  readonly call: ToolCall;
  readonly args: readonly unknown[];
  readonly instance: object;
  readonly handler: (...args: unknown[]) => unknown;
  readonly parameters: readonly PipedParameter[];
  /** The handler that started the run. */
  readonly host: ExecutionContext | undefined;
  readonly moduleKey: string;
  /** Undefined for a provider whose one instance serves all requests. */
  readonly contextId: ContextId | undefined;
  readonly inquirerId: string;
  /** @throws if piped arguments no longer fit the tool */
  readonly check: (before: readonly unknown[], after: readonly unknown[]) => void;
}

/** Runs a tool as Nest runs a handler: guards, interceptors, pipes, the method; and filters for an error. */
export async function runEnhanced(nest: EnhancerParts, enhanced: EnhancedCall): Promise<unknown> {
  const { call, instance, handler, host, moduleKey, contextId, inquirerId } = enhanced;
  const response = new RecordedResponse();
  const args = handlerArgs(host, response);
  noteToolCall(args, call);
  const type = host?.getType<string>() ?? 'http';
  const place = [instance, handler, moduleKey, contextId, inquirerId] as const;
  try {
    const result = await withFilters(nest, { place, args, type }, async () => {
      const guards = nest.guards.create(...place);
      const interceptors = nest.interceptors.create(...place);
      if (!(await nest.guardsConsumer.tryActivate(guards, args, instance, handler, type)))
        throw new ForbiddenException('Forbidden resource');
      const next = async (): Promise<unknown> => Reflect.apply(handler, instance, await pipe(nest, enhanced));
      return nest.interceptorsConsumer.intercept(interceptors, args, instance, handler, next, type);
    });
    if (response.answer !== undefined)
      warn(call, 'an answer was written to the response, and nobody gets it');
    return result;
  } catch (error) {
    if (response.answerCount > 1)
      warn(call, 'the response was answered several times; the first answer counts');
    throw response.answer === undefined ? describedError(error) : answeredError(response.answer, error);
  }
}

interface Handled {
  readonly place: readonly [object, EnhancedCall['handler'], string, ContextId | undefined, string];
  readonly args: unknown[];
  readonly type: string;
}

/** What a filter returns is the result, unless it is an error. A filter that returns nothing leaves the error as it was. */
async function withFilters(
  nest: EnhancerParts,
  { place, args, type }: Handled,
  work: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await lastValue(await work());
  } catch (error) {
    const [instance, handler] = place;
    const host = new ExecutionContextHost(args, instance.constructor as never, handler); // an instance of a class
    host.setType(type);
    const handled: unknown = await lastValue(await nest.filters.create(...place).next(error as Error, host));
    if (handled instanceof Error) throw handled;
    return handled;
  }
}

async function lastValue(result: unknown): Promise<unknown> {
  if (!isObservable(result)) return result;
  try {
    return await lastValueFrom(result as Observable<unknown>);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'EmptyError') throw error;
    const hint = 'Return the observable of `next.handle()`, or emit the result; `undefined` is one too.';
    throw new ToolwrightError(
      'TOOL_FAILED',
      `The tool has no result: an interceptor completed without emitting a value. ${hint}`,
      { blame: 'developer', hint, cause: error },
    );
  }
}

/** The arguments of the handler that started the run, except its response, which belongs to that handler. */
function handlerArgs(host: ExecutionContext | undefined, response: RecordedResponse): unknown[] {
  const given: unknown[] = host?.getArgs() ?? [undefined];
  if (host !== undefined && host.getType<string>() !== 'http') return [...given];
  return [given[0], response, () => undefined];
}

async function pipe(nest: EnhancerParts, enhanced: EnhancedCall): Promise<readonly unknown[]> {
  const { args, parameters, instance, handler, moduleKey, contextId, inquirerId, check } = enhanced;
  const pipes = nest.pipes.create(instance, handler, moduleKey, contextId, inquirerId);
  // Their order matters: both calls use the module that `create` has set.
  const own = parameters.map((parameter) => {
    return nest.pipes.createConcreteContext([...parameter.pipes], contextId, inquirerId);
  });
  const piped = [...args];
  await Promise.all(
    parameters.map(async (parameter, position) => {
      const { index, isRest } = parameter;
      const value = isRest ? args.slice(index) : args[index];
      const all = [...pipes, ...(own[position] ?? [])];
      const after = await nest.pipesConsumer.applyPipes(value, pipeMetadata(parameter, value), all);
      if (isRest) piped.splice(index, Infinity, ...(Array.isArray(after) ? after : [after]));
      else piped[index] = after;
    }),
  );
  check(args, piped);
  return piped;
}

function warn({ name }: ToolCall, what: string): void {
  new Logger('Toolwright').warn(`During the call of '${name}', ${what}.`);
}
