import { Controller, type ExecutionContext, Get, Injectable, Logger, Module } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { Manifest } from '@toolwright/contract';
import { ToolRegistry, tool } from '@toolwright/tools';
import {
  createApplication,
  listen,
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

  it('says which tools of the manifest nobody provides, unless they were left out', async () => {
    const lines: unknown[] = [];
    const { warn } = Logger.prototype;
    Logger.prototype.warn = (line: unknown) => lines.push(line);
    try {
      await startContext(manifest, {});
      await startContext(manifest, {}, { include: [] });
    } finally {
      Logger.prototype.warn = warn;
    }
    expect(lines).toEqual([
      "No provider has these tools of the manifest: price. Provide their classes, or choose with the option 'include'.",
    ]);
  });

  it('keeps the registries and the requests of two applications apart', async () => {
    class Who {
      constructor(private readonly name: string) {}
      @tool
      who(): string {
        return this.name;
      }
    }
    const requests: unknown[] = [];
    const spy = {
      canActivate: (context: ExecutionContext) => requests.push(context.switchToHttp().getRequest()) > 0,
    };
    const own = manifestOf(toolOf(() => Who, 'who'));
    const start = (name: string, more: object) => {
      const who = { provide: 'who', useValue: new Who(name) };
      return startContext(own, { providers: [who, { provide: APP_GUARD, useValue: spy }], ...more });
    };
    const second = await start('second', {});
    @Controller()
    class Ask {
      constructor(private readonly registry: ToolRegistry) {}
      @Get('ask')
      async ask(): Promise<unknown[]> {
        return [await this.registry.call('who'), await second.registry.call('who')];
      }
    }
    const first = await start('first', { controllers: [Ask] });
    const response = await fetch(`${await listen(first.app)}/ask`);
    expect(await response.json()).toEqual(['first', 'second']);
    // The handler, the tool of its own application, and that of the other, which has no request.
    expect(requests).toEqual([expect.anything(), requests[0], undefined]);
  });

  it('knows the tools of its manifest, and asks for a context if one needs it', () => {
    type Types = { whose: { args: { text: string }; returns: string; context: string } };
    const typed: Manifest<Types> = { version: 1, tools: [] };
    const mcp = { name: 'a' };
    // @ts-expect-error: a tool needs a context
    ToolwrightModule.forRoot({ manifest: typed, mcp });
    // @ts-expect-error: of another type
    ToolwrightModule.forRoot({ manifest: typed, mcp: { contextFor: () => 7 } });
    expect(ToolwrightModule.forRoot({ manifest: typed, mcp: { contextFor: () => 'Ada' } }).global).toBe(true);
    expect(ToolwrightModule.forRoot({ manifest: [manifest], mcp }).global).toBe(true);
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
