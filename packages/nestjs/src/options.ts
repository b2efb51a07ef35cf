import type {
  ExecutionContext,
  InjectionToken,
  ModuleMetadata,
  OptionalFactoryDependency,
} from '@nestjs/common';
import type { Manifest } from '@toolwright/contract';
import type { Selection } from './tool-provider.js';

/** One manifest, or those of several packages. */
export type Manifests = Manifest | readonly Manifest[];

/** Options of `ToolwrightModule.forRoot`. */
export interface ToolwrightModuleOptions<Given extends Manifests = Manifests> extends Selection {
  /** The manifest that codegen wrote to `toolwright.gen.ts`; a list for tools of several packages. */
  readonly manifest: Given;
}

/** Options of `ToolwrightModule.forRootAsync`. */
export interface ToolwrightModuleAsyncOptions<Given extends Manifests = Manifests>
  extends Pick<ModuleMetadata, 'imports'> {
  readonly inject?: (InjectionToken | OptionalFactoryDependency)[] | undefined;
  readonly useFactory: (
    // biome-ignore lint/suspicious/noExplicitAny: Nest injects what `inject` names, which types cannot follow
    ...dependencies: any[]
  ) => ToolwrightModuleOptions<Given> | Promise<ToolwrightModuleOptions<Given>>;
}

export function manifestList(given: Manifests): readonly Manifest[] {
  return Array.isArray(given) ? given : [given as Manifest]; // `isArray` does not tell readonly lists apart
}

