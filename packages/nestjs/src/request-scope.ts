import type { ExecutionContext } from '@nestjs/common';
import { ContextIdFactory, REQUEST } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { REQUEST_CONTEXT_ID } from '@nestjs/core/router/request/request-constants.js';
import { ToolwrightError } from '@toolwright/contract';
import type { ContextId } from './nest-internals.js';
import type { ToolProvider } from './tool-provider.js';

/**
 * Returns the id under which Nest keeps the instances of a request: one for each request, so that all calls of a run share them. Outside a
 * request, each call has its own.
 * @throws ToolwrightError `MISSING_CONTEXT` outside a request, for a provider that injects the request
 */
export function contextIdOf(
  host: ExecutionContext | undefined,
  { wrapper, moduleRef, holder }: ToolProvider,
): ContextId {
  const request = host === undefined ? undefined : requestOf(host);
  if (typeof request !== 'object' || request === null) {
    if (injectsRequest(wrapper)) throw noRequest(holder.name);
    return ContextIdFactory.create();
  }
  const contextId = ContextIdFactory.getByRequest(request, ['raw', 'req']);
  if (isKnown(request)) return contextId;
  Object.defineProperty(request, REQUEST_CONTEXT_ID, { value: contextId });
  const isDurable = wrapper.isDependencyTreeDurable();
  const injected = isDurable ? contextId.payload : Object.assign(request, contextId.payload);
  moduleRef.registerRequestByContextId(injected, contextId);
  return contextId;
}

/** The object that Nest injects as `REQUEST`: of GraphQL, it is the context. */
function requestOf(host: ExecutionContext): unknown {
  const args: unknown[] = host.getArgs();
  return host.getType<string>() === 'graphql' ? args[2] : args[0];
}

/** Whether Nest, or a tool call before, has given the request an id. */
function isKnown(request: object): boolean {
  const places: unknown[] = [request, Reflect.get(request, 'raw'), Reflect.get(request, 'req')];
  return places.some((place) => Reflect.get(Object(place), REQUEST_CONTEXT_ID) !== undefined);
}

function injectsRequest(wrapper: InstanceWrapper, seen: ReadonlySet<InstanceWrapper> = new Set()): boolean {
  if (seen.has(wrapper)) return false;
  const path = new Set([...seen, wrapper]);
  const needed = [
    ...(wrapper.getCtorMetadata() ?? []),
    ...(wrapper.getPropertiesMetadata() ?? []).map((property) => property.wrapper),
    ...(wrapper.getEnhancersMetadata() ?? []),
  ];
  return needed.some((one) => one !== undefined && (one.token === REQUEST || injectsRequest(one, path)));
}

function noRequest(name: string): ToolwrightError {
  const hint =
    'Run the agent inside a handler of Nest, or give what the provider needs from the request to the run as its `context`.';
  return new ToolwrightError(
    'MISSING_CONTEXT',
    `${name} injects the request, but this tool call happens outside a request. ${hint}`,
    { blame: 'developer', hint },
  );
}
