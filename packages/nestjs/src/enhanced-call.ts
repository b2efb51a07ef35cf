import { type ExecutionContext, ForbiddenException, Logger } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { ToolwrightError } from '@toolwright/contract';
import { isObservable, lastValueFrom, type Observable } from 'rxjs';
import { answeredError, describedError } from './call-error.js';
import type { ContextId, EnhancerParts } from './nest-internals.js';
import { type PipedParameter, pipeMetadata } from './parameters.js';
import { RecordedResponse } from './recorded-response.js';
import { noteToolCall, type ToolCall } from './tool-call.js';

/** What Nest needs to find the enhancers of a method. A provider whose one instance serves all requests has no context id. */
export type Place = readonly [
  instance: object,
  /** The method with the decorators. The instance may have another function under its name. */
  method: (...args: unknown[]) => unknown,
  moduleKey: string,
  contextId: ContextId | undefined,
  providerId: string,
];

/** A call of a tool that runs as Nest runs a handler. */
export interface EnhancedCall {
  readonly call: ToolCall;
  readonly args: readonly unknown[];
  readonly place: Place;
  readonly parameters: readonly PipedParameter[];
  readonly run: (args: readonly unknown[]) => unknown;
  /** The handler that started the run. */
  readonly host: ExecutionContext | undefined;
  /** @throws if piped arguments no longer fit the tool */
  readonly check: (before: readonly unknown[], after: readonly unknown[]) => void;
}

/** Runs guards, interceptors, pipes and the method, and filters for an error. */
export async function runEnhanced(nest: EnhancerParts, enhanced: EnhancedCall): Promise<unknown> {
  const { call, place, host } = enhanced;
  const [instance, method] = place;
  const response = new RecordedResponse(responseOf(host));
  const args = handlerArgs(host, response);
  const { signal } = call.context;
  noteToolCall(args, call);
  const type = host?.getType<string>() ?? 'http';
  const own = [args, instance, method] as const;
  const next = async (): Promise<unknown> => {
    const piped = await pipe(nest, enhanced);
    // Guards and pipes may have taken longer than the call.
    signal.throwIfAborted();
    return enhanced.run(piped);
  };
  const work = async (): Promise<unknown> => {
    const interceptors = nest.interceptors.create(...place);
    if (!(await nest.guardsConsumer.tryActivate(nest.guards.create(...place), ...own, type)))
      throw new ForbiddenException('Forbidden resource');
    return lastValue(await nest.interceptorsConsumer.intercept(interceptors, ...own, next, type));
  };
  try {
    const result = await work().catch((error) => filtered(nest, enhanced, { error, args, type, response }));
    if (response.answer !== undefined) warn(call, 'the response was answered, and nobody gets the answer');
    return result;
  } catch (error) {
    if (response.answerCount > 1)
      warn(call, 'the response was answered several times; the first answer counts');
    throw response.answer === undefined ? describedError(error) : answeredError(response.answer, error);
  }
}

interface Thrown {
  readonly error: Error;
  readonly args: unknown[];
  readonly type: string;
  readonly response: RecordedResponse;
}

/** What a filter returns is the result, unless it is an error. A filter that returns nothing, or answers, leaves the error as it was. */
async function filtered(
  nest: EnhancerParts,
  { place }: EnhancedCall,
  { error, args, type, response }: Thrown,
): Promise<unknown> {
  const [instance, method] = place;
  const host = new ExecutionContextHost(args, instance.constructor as never, method); // an instance of a class
  host.setType(type);
  const handled: unknown = await lastValue(await nest.filters.create(...place).next(error, host));
  if (handled instanceof Error) throw handled;
  // A filter for HTTP returns the response that it has answered, and an asynchronous one nothing.
  if (handled == null || handled === response || response.answer !== undefined) throw error;
  return handled;
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

/** The real response, for what middleware has noted in it. */
function responseOf(host: ExecutionContext | undefined): unknown {
  return host?.getType<string>() === 'http' ? host.switchToHttp().getResponse() : undefined;
}

/** The arguments of the handler that started the run, except its response, which belongs to that handler. */
function handlerArgs(host: ExecutionContext | undefined, response: RecordedResponse): unknown[] {
  const given: unknown[] = host?.getArgs() ?? [undefined];
  if (host !== undefined && host.getType<string>() !== 'http') return [...given];
  return [given[0], response, () => undefined];
}

async function pipe(nest: EnhancerParts, enhanced: EnhancedCall): Promise<readonly unknown[]> {
  const { args, parameters, place, check } = enhanced;
  const [, , , ...scope] = place;
  // The order matters: `createConcreteContext` looks into the module that `create` has set.
  const pipes = nest.pipes.create(...place);
  const own = parameters.map((one) => nest.pipes.createConcreteContext([...one.pipes], ...scope));
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
