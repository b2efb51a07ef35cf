import { type DynamicModule, Inject, Logger, Module, type OnModuleInit, type Provider } from '@nestjs/common';
import { APP_INTERCEPTOR, ModulesContainer } from '@nestjs/core';
import { ToolwrightError } from '@toolwright/contract';
import { ToolRegistry, toolFinder } from '@toolwright/tools';
import { McpController } from './mcp-controller.js';
import { ApplicationEndpoint } from './mcp-endpoint.js';
import {
  type Manifests,
  manifestList,
  type ToolwrightModuleAsyncOptions,
  type ToolwrightModuleOptions,
} from './options.js';
import { registerProvider } from './provider-tools.js';
import { RunContext, RunInterceptor } from './run-context.js';
import { findToolProviders } from './tool-provider.js';

const OPTIONS = Symbol('options of ToolwrightModule');

/** Registers the tools of all providers and controllers in one registry, which is injected as `ToolRegistry`. */
@Module({})
export class ToolwrightModule implements OnModuleInit {
  constructor(
    @Inject(OPTIONS) private readonly options: ToolwrightModuleOptions,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(RunContext) private readonly runContext: RunContext,
    @Inject(ApplicationEndpoint) private readonly endpoint: ApplicationEndpoint,
  ) {}

  /** Import it once, in the root module. */
  static forRoot<const Given extends Manifests>(options: ToolwrightModuleOptions<Given>): DynamicModule {
    return dynamicModule({ provide: OPTIONS, useValue: options });
  }

  /** Like `forRoot`, for options that need other providers. */
  static forRootAsync<const Given extends Manifests>({
    imports = [],
    inject = [],
    useFactory,
  }: ToolwrightModuleAsyncOptions<Given>): DynamicModule {
    return dynamicModule({ provide: OPTIONS, inject, useFactory }, imports);
  }

  onModuleInit(): void {
    this.#refuseTwice();
    const hasTools = toolFinder(manifestList(this.options.manifest));
    for (const provider of findToolProviders(this.modules, hasTools, this.options))
      registerProvider(this.registry, provider, this.runContext);
    this.#warnOfMissing();
    if (this.#isServed()) this.endpoint.open(this.registry, this.options.mcp ?? {});
  }

  /** Usually, a class is missing in `providers`. With a selection, it is missing on purpose. */
  #warnOfMissing(): void {
    const { manifest, include, exclude } = this.options;
    if (include !== undefined || exclude !== undefined) return;
    const names = manifestList(manifest)
      .flatMap(({ tools }) => tools)
      .filter((tool) => tool.member !== undefined && !tool.static)
      .map(({ spec }) => spec.name)
      .filter((name) => !this.registry.has(name));
    if (names.length === 0) return;
    new Logger('Toolwright').warn(
      `No provider has these tools of the manifest: ${names.join(', ')}. Provide their classes, or choose with the option 'include'.`,
    );
  }

  #isServed(): boolean {
    const controllers = [...this.modules.values()].flatMap((module) => [...module.controllers.values()]);
    return controllers.some(({ metatype }) => metatype?.prototype instanceof McpController);
  }

  #refuseTwice(): void {
    const own = [...this.modules.values()].filter(({ metatype }) => metatype === ToolwrightModule);
    if (own.length < 2) return;
    const hint = 'Call forRoot once, in the root module; the registry can be injected everywhere.';
    throw new ToolwrightError(
      'INVALID_CONFIG',
      `ToolwrightModule.forRoot was called ${own.length} times in one application. ${hint}`,
      { blame: 'developer', hint },
    );
  }
}

function dynamicModule(options: Provider, imports: DynamicModule['imports'] = []): DynamicModule {
  return {
    module: ToolwrightModule,
    global: true,
    imports,
    providers: [
      options,
      {
        provide: ToolRegistry,
        inject: [OPTIONS],
        useFactory: ({ manifest }: ToolwrightModuleOptions) => new ToolRegistry(...manifestList(manifest)),
      },
      RunContext,
      {
        provide: ApplicationEndpoint,
        inject: [RunContext],
        useFactory: (context: RunContext) => new ApplicationEndpoint(context),
      },
      { provide: APP_INTERCEPTOR, useClass: RunInterceptor },
    ],
    exports: [ToolRegistry, ApplicationEndpoint],
  };
}
