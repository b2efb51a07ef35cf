import type {
  ExecutionContext,
  InjectionToken,
  ModuleMetadata,
  OptionalFactoryDependency,
} from '@nestjs/common';
import type { Manifest } from '@toolwright/contract';
import type { McpEndpointOptions, McpRequest } from '@toolwright/mcp';
import type { ContextOfSource, ToolRegistry, ToolsOf } from '@toolwright/tools';
import type { Selection } from './tool-provider.js';

/** One manifest, or those of several packages. */
export type Manifests = Manifest | readonly Manifest[];

/** Options of `ToolwrightModule.forRoot`. */
export interface ToolwrightModuleOptions<Given extends Manifests = Manifests> extends Selection {
  /** The manifest that codegen wrote to `toolwright.gen.ts`; a list for tools of several packages. */
  readonly manifest: Given;
  /** The options of the endpoint that an `McpController` serves, as `createMcpEndpoint` takes them. */
  readonly mcp?: (NestMcpOptions & McpContext<ContextOf<Given>>) | undefined;
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

/** Options of the MCP endpoint of an application. */
export interface NestMcpOptions extends Omit<McpEndpointOptions, 'contextFor' | 'ownerOf'> {
  /**
   * Returns the context that tools read as `context.app`. Called for each call and resource read, which fail if it throws. Required if a
   * tool needs a context.
   * @param host the execution context of the MCP controller, such as for the user that a guard has noted in the request
   */
  readonly contextFor?: ((request: McpRequest, host: ExecutionContext | undefined) => unknown) | undefined;
  /**
   * Names the user whom a guard has found. Sessions, questions and tasks of MCP can then be used by this user alone. Default: the header
   * `Authorization`.
   */
  readonly ownerOf?: ((host: ExecutionContext | undefined) => string | undefined) | undefined;
}

/** The option `context` that the tools of the manifests need. */
type ContextOf<Given extends Manifests> = ContextOfSource<
  ToolRegistry<ToolsOf<Given extends readonly Manifest[] ? Given : [Given]>>
>;

/** Makes `contextFor` required if the tools need a context. */
// biome-ignore lint/complexity/noBannedTypes: `{}` is the type of empty options
type McpContext<Needed> = {} extends Needed
  ? unknown
  : {
      readonly contextFor: (
        request: McpRequest,
        host: ExecutionContext | undefined,
      ) => AppOf<Needed> | Promise<AppOf<Needed>>;
    };

type AppOf<Needed> = Needed extends { readonly context: infer App } ? App : never;

export function manifestList(given: Manifests): readonly Manifest[] {
  return Array.isArray(given) ? given : [given as Manifest]; // `isArray` does not tell readonly lists apart
}
