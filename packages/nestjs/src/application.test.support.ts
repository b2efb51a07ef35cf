import 'reflect-metadata';
import { type DynamicModule, type INestApplication, Module, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CallShape, Manifest, ManifestTool, ObjectSchema } from '@toolwright/contract';
import { ToolRegistry } from '@toolwright/tools';
import { ToolwrightModule, type ToolwrightModuleOptions } from './index.js';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

type Selection = Omit<ToolwrightModuleOptions, 'manifest'>;

/** An application without a server. It is closed after the test. */
export async function startContext(
  manifest: Manifest,
  metadata: ModuleMetadata,
  options: Selection = {},
): Promise<{ readonly registry: ToolRegistry; readonly app: INestApplication }> {
  const app = await createApplication(manifest, metadata, options);
  await app.init();
  return { registry: app.get<ToolRegistry>(ToolRegistry as never), app };
}

export async function createApplication(
  manifest: Manifest,
  metadata: ModuleMetadata,
  options: Selection = {},
): Promise<INestApplication> {
  const tools = ToolwrightModule.forRoot({ manifest, ...options });
  const app = await NestFactory.create(rootModule(metadata, tools), { logger: false, abortOnError: false });
  open.push(app);
  return app;
}

export function rootModule(
  { imports = [], ...metadata }: ModuleMetadata,
  tools: DynamicModule,
): DynamicModule {
  @Module({})
  class AppModule {}
  return { module: AppModule, ...metadata, imports: [...imports, tools] };
}

/** Starts the server of an application on a free port of the loopback interface. */
export async function listen(app: INestApplication): Promise<string> {
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

/** The manifest's entry of a method whose parameters are these. */
export function toolOf(
  target: () => unknown,
  member: string,
  properties: ObjectSchema['properties'] = {},
  call: Partial<CallShape> & { readonly name?: string; readonly required?: readonly string[] } = {},
): ManifestTool {
  const { name = member, required = Object.keys(properties), ...shape } = call;
  const parameters = {
    type: 'object',
    properties,
    required: [...required],
    additionalProperties: false,
  } as const;
  return {
    spec: {
      name,
      description: `Does ${name}.`,
      parameters,
      annotations: {},
      source: { file: 'a.ts', line: 1 },
    },
    target,
    member,
    call: { parameters: Object.keys(properties), ...shape },
  };
}

export function manifestOf(...tools: readonly ManifestTool[]): Manifest {
  return { version: 1, tools };
}
