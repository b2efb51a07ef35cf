import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ToolRegistry, tool } from '@toolwright/tools';
import {
  createApplication,
  manifestOf,
  rootModule,
  startContext,
  toolOf,
} from './application.test.support.js';
import { ToolwrightModule } from './index.js';

const number = { type: 'number' } as const;

@Injectable()
class Prices {
  of(id: number): number {
    return id * 2;
  }
}

@Injectable()
class Orders {
  constructor(private readonly prices: Prices) {}

  @tool
  price(id: number): number {
    return this.prices.of(id);
  }
}

const manifest = manifestOf(toolOf(() => Orders, 'price', { id: number }));

// M6
describe('ToolwrightModule', () => {
  it('registers the tools of providers, with their dependencies', async () => {
    const { registry } = await startContext(manifest, { providers: [Orders, Prices] });
    expect(await registry.execute('price', '{"id":4}')).toEqual({ result: 8, error: null });
  });

  it('injects the registry by its class, without @Inject', async () => {
    @Injectable()
    class Chat {
      constructor(readonly registry: ToolRegistry) {}
    }
    const { app, registry } = await startContext(manifest, { providers: [Orders, Prices, Chat] });
    expect(app.get(Chat).registry).toBe(registry);
  });

  it('takes its options from a factory', async () => {
    const tools = ToolwrightModule.forRootAsync({ inject: [], useFactory: async () => ({ manifest }) });
    const app = await NestFactory.create(rootModule({ providers: [Orders, Prices] }, tools), {
      logger: false,
    });
    await app.init();
    const registry = app.get<ToolRegistry>(ToolRegistry as never);
    expect(registry.listTools().map(({ name }) => name)).toEqual(['price']);
    await app.close();
  });

  it('refuses a second forRoot in one application at its start', async () => {
    const app = await createApplication(manifest, { imports: [ToolwrightModule.forRoot({ manifest })] });
    await expect(app.init()).rejects.toThrow(
      'ToolwrightModule.forRoot was called 2 times in one application.',
    );
  });

  it('accepts one dynamic module that several modules import', async () => {
    const tools = ToolwrightModule.forRoot({ manifest });
    @Module({ imports: [tools] })
    class Feature {}
    const app = await NestFactory.create(
      rootModule({ imports: [Feature], providers: [Orders, Prices] }, tools),
      { logger: false },
    );
    await app.init();
    expect(app.get<ToolRegistry>(ToolRegistry as never).has('price')).toBe(true);
    await app.close();
  });
});
