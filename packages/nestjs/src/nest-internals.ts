// biome-ignore-all lint/complexity/useLiteralKeys: TypeScript allows private members in this form alone
/** The parts of Nest that its routers use and that it does not export. All of them are the same in versions 11 and 12. */
import { ExternalContextCreator, type ModuleRef, REQUEST } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';

/** What finds and runs guards, pipes, interceptors and filters. */
export function enhancerParts(moduleRef: ModuleRef) {
  const creator = ExternalContextCreator.fromContainer(moduleRef['container']);
  return {
    guards: creator['guardsContextCreator'],
    guardsConsumer: creator['guardsConsumer'],
    pipes: creator['pipesContextCreator'],
    pipesConsumer: creator['pipesConsumer'],
    interceptors: creator['interceptorsContextCreator'],
    interceptorsConsumer: creator['interceptorsConsumer'],
    filters: creator['filtersContextCreator'],
  };
}

export type EnhancerParts = ReturnType<typeof enhancerParts>;

/** The global guards, pipes, interceptors and filters that have an instance for each request or each consumer. */
export function scopedGlobals(moduleRef: ModuleRef): readonly InstanceWrapper[] {
  const { applicationConfig: config } = moduleRef['container'];
  if (config === undefined) return [];
  return [
    ...config.getGlobalRequestGuards(),
    ...config.getGlobalRequestPipes(),
    ...config.getGlobalRequestInterceptors(),
    ...config.getGlobalRequestFilters(),
  ];
}

/** Creates the instances of these enhancers for a context; `inquirer` is the provider that they are bound to. */
export async function loadEnhancers(
  moduleRef: ModuleRef,
  enhancers: readonly InstanceWrapper[],
  contextId: ContextId,
  inquirer: InstanceWrapper,
): Promise<void> {
  // The injector asks the host for its enhancers, and for nothing else.
  const host = { getEnhancersMetadata: () => [...enhancers] } as unknown as InstanceWrapper;
  await moduleRef['injector'].loadEnhancersPerContext(host, contextId, inquirer);
}

export type ContextId = Parameters<ModuleRef['registerRequestByContextId']>[1];

/** What Nest injects as `REQUEST` under this id. */
export function registeredRequest(moduleRef: ModuleRef, contextId: ContextId): unknown {
  const core = moduleRef['container'].getInternalCoreModuleRef();
  return core?.getProviderByKey(REQUEST)?.getInstanceByContextId(contextId)?.instance;
}
