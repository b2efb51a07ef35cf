import type { ExecutionContext } from '@nestjs/common';
import { ContextIdFactory, type ModuleRef, REQUEST } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { REQUEST_CONTEXT_ID } from '@nestjs/core/router/request/request-constants.js';
import { ToolwrightError } from '@toolwright/contract';
import { type ContextId, registeredRequest } from './nest-internals.js';
import type { ToolProvider } from './tool-provider.js';

/** By request, the ids under which Nest keeps its instances. Those of durable providers have another one: they get another `REQUEST`. */
const IDS = new WeakMap<object, { plain?: ContextId; durable?: ContextId }>();

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
  if (host === undefined || typeof request !== 'object' || request === null) {
    if (injectsRequest(wrapper)) throw noRequest(holder.name);
    return ContextIdFactory.create();
  }
  // A socket lives longer than its messages, and messages of a queue may share their data.
  const owner = isRequest(host) ? request : host;
  const kind = wrapper.isDependencyTreeDurable() ? 'durable' : 'plain';
  const known = IDS.get(owner) ?? {};
  const id = known[kind] ?? openId(moduleRef, request, kind === 'durable' ? wrapper : undefined);
  IDS.set(owner, { ...known, [kind]: id });
  return id;
}

/** Takes the id that Nest has given the request for its handler, if the handler gets the same `REQUEST`, or makes one. */
function openId(moduleRef: ModuleRef, request: object, durable: InstanceWrapper | undefined): ContextId {
  const given = PLACES.map((place) => findId(place(request))).find((id) => id !== undefined);
  if (given !== undefined && (registeredRequest(moduleRef, given) === request) === (durable === undefined))
    return given;
  const id = ContextIdFactory.getByRequest(withoutId(request), ['raw', 'req']);
  const injected = durable === undefined ? Object.assign(request, id.payload) : id.payload;
  moduleRef.registerRequestByContextId(injected, id);
  // The strategy keeps durable instances under an id of its own, where Nest looks for what they inject.
  const tree = durable && id.getParent?.({ token: durable.token, isTreeDurable: true });
  if (tree !== undefined) moduleRef.registerRequestByContextId(injected, tree);
  return id;
}

const PLACES = [
  (request: object): unknown => request,
  (request: object): unknown => Reflect.get(request, 'raw'),
  (request: object): unknown => Reflect.get(request, 'req'),
];

function findId(place: unknown): ContextId | undefined {
  return Reflect.get(Object(place), REQUEST_CONTEXT_ID) as ContextId | undefined; // only Nest writes it
}

/** The request as a strategy for durable providers reads it, without the id that Nest has given it. */
function withoutId(request: object): object {
  const none = { [REQUEST_CONTEXT_ID]: { value: undefined, writable: true } };
  const inner = ['raw', 'req'].flatMap((name) => {
    const value: unknown = Reflect.get(request, name);
    return typeof value === 'object' && value !== null ? [[name, { value: Object.create(value, none) }]] : [];
  });
  return Object.create(request, { ...none, ...Object.fromEntries(inner) });
}

function isRequest(host: ExecutionContext): boolean {
  return ['http', 'graphql'].includes(host.getType<string>());
}

/** The object that Nest injects as `REQUEST`: of GraphQL, it is the context. */
function requestOf(host: ExecutionContext): unknown {
  const args: unknown[] = host.getArgs();
  return host.getType<string>() === 'graphql' ? args[2] : args[0];
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
