import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Inject,
  Injectable,
  Post,
  Scope,
  UseGuards,
} from '@nestjs/common';
import { APP_GUARD, type ContextId, ContextIdFactory, type HostComponentInfo, REQUEST } from '@nestjs/core';
import { ToolRegistry, tool } from '@toolwright/tools';
import fc from 'fast-check';
import { createApplication, listen, manifestOf, startContext, toolOf } from './application.test.support.js';

interface UserRequest {
  readonly headers: Readonly<Record<string, string>>;
}

let created = 0;

@Injectable({ scope: Scope.REQUEST })
class RequestOrders {
  readonly #number = ++created;
  constructor(@Inject(REQUEST) private readonly request: UserRequest) {}

  @tool
  whose(): string {
    return `${this.request.headers['x-user']} in ${this.#number}`;
  }
}

@Injectable({ scope: Scope.TRANSIENT })
class Counter {
  #count = 0;

  @tool
  count(): number {
    this.#count += 1;
    return this.#count;
  }
}

@Controller()
class Calls {
  constructor(private readonly registry: ToolRegistry) {}

  /** Calls the tools one after the other, with a pause before each. */
  @Post('calls')
  async run(@Body() { tools }: { tools: string[] }): Promise<unknown[]> {
    const results: unknown[] = [];
    for (const name of tools) {
      await new Promise((resolve) => setImmediate(resolve));
      const { result, error } = await this.registry.execute(name, {});
      results.push(error ?? result);
    }
    return results;
  }
}

const manifest = manifestOf(
  toolOf(() => RequestOrders, 'whose'),
  toolOf(() => Counter, 'count'),
);

async function call(url: string, tools: string[], user = 'Ada'): Promise<unknown[]> {
  const headers = { 'content-type': 'application/json', 'x-user': user };
  const response = await fetch(`${url}/calls`, { method: 'POST', headers, body: JSON.stringify({ tools }) });
  return response.json() as Promise<unknown[]>; // as `Calls` answers
}

// M6
describe('a provider with an instance for each request', () => {
  it('has one instance for all calls of a request, and another for the next', async () => {
    const url = await listen(
      await createApplication(manifest, { providers: [RequestOrders, Counter], controllers: [Calls] }),
    );
    const [first, second] = await call(url, ['whose', 'whose']);
    expect(first).toMatch(/^Ada in \d+$/);
    expect(second).toBe(first);
    const [third] = await call(url, ['whose'], 'Bo');
    expect(third).toMatch(/^Bo in \d+$/);
    expect(await call(url, ['count', 'count'])).toEqual([1, 2]);
    expect(await call(url, ['count'])).toEqual([1]);
  });

  it('refuses calls outside a request with an error that says what to do', async () => {
    const { registry } = await startContext(manifest, { providers: [RequestOrders, Counter] });
    const { error } = await registry.execute('whose', {});
    expect(error).toMatch(
      /^RequestOrders injects the request, but this tool call happens outside a request\. Run the agent inside/,
    );
  });

  it('has an instance for each call outside a request, if it does not need the request', async () => {
    const { registry } = await startContext(manifest, { providers: [RequestOrders, Counter] });
    expect([await registry.call('count'), await registry.call('count')]).toEqual([1, 1]);
  });

  it('shares the instances of a controller with the same scope', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Basket {
      readonly items: string[] = [];
    }
    @Injectable()
    class BasketTools {
      constructor(private readonly basket: Basket) {}
      @tool
      add(): number {
        return this.basket.items.push('tea');
      }
    }
    @Controller()
    class BasketController {
      constructor(
        private readonly basket: Basket,
        private readonly registry: ToolRegistry,
      ) {}
      @Post('basket')
      async fill(): Promise<string[]> {
        await this.registry.call('add');
        await this.registry.call('add');
        return this.basket.items;
      }
    }
    const providers = [Basket, BasketTools];
    const app = await createApplication(manifestOf(toolOf(() => BasketTools, 'add')), {
      providers,
      controllers: [BasketController],
    });
    const response = await fetch(`${await listen(app)}/basket`, { method: 'POST' });
    expect(await response.json()).toEqual(['tea', 'tea']);
  });

  it('gets the request also after a durable provider, which gets what its strategy says', async () => {
    const tree = ContextIdFactory.create();
    ContextIdFactory.apply({
      attach: (contextId: ContextId, request: UserRequest) => ({
        resolve: (info: HostComponentInfo) => (info.isTreeDurable ? tree : contextId),
        payload: { tenant: request.headers['x-user'] },
      }),
    });
    @Injectable({ scope: Scope.REQUEST })
    class NotBo implements CanActivate {
      constructor(@Inject(REQUEST) private readonly request: UserRequest | undefined) {}
      canActivate(): boolean {
        return this.request?.headers?.['x-user'] !== 'Bo';
      }
    }
    @Injectable({ scope: Scope.REQUEST, durable: true })
    class Tenant {
      constructor(@Inject(REQUEST) private readonly request: { readonly tenant?: string }) {}
      @tool
      tenant(): string {
        return String(this.request.tenant);
      }
    }
    @Injectable()
    class Blocked {
      @UseGuards(NotBo)
      @tool
      remove(): string {
        return 'removed';
      }
    }
    try {
      const tools = manifestOf(
        toolOf(() => Tenant, 'tenant'),
        toolOf(() => Blocked, 'remove'),
        toolOf(() => RequestOrders, 'whose'),
      );
      const providers = [Tenant, Blocked, RequestOrders];
      const url = await listen(await createApplication(tools, { providers, controllers: [Calls] }));
      for (const order of [
        ['tenant', 'remove', 'whose'],
        ['remove', 'whose', 'tenant'],
      ]) {
        const answers = await call(url, order, 'Bo');
        expect(Object.fromEntries(order.map((name, index) => [name, answers[index]]))).toEqual({
          tenant: 'Bo',
          remove: 'Forbidden resource',
          whose: expect.stringMatching(/^Bo in/),
        });
      }
    } finally {
      ContextIdFactory.apply(undefined as never);
    }
  });

  it('works with durable providers', async () => {
    const trees = new Map<unknown, ContextId>();
    ContextIdFactory.apply({
      attach(contextId: ContextId, request: UserRequest) {
        const user = request.headers['x-user'];
        const tree = trees.get(user) ?? { id: trees.size + 1 };
        trees.set(user, tree);
        return {
          resolve: (info: HostComponentInfo) => (info.isTreeDurable ? tree : contextId),
          payload: { user },
        };
      },
    });
    let tenants = 0;
    @Injectable({ scope: Scope.REQUEST, durable: true })
    class Tenant {
      readonly #number = ++tenants;
      @tool
      tenant(): number {
        return this.#number;
      }
    }
    try {
      const app = await createApplication(manifestOf(toolOf(() => Tenant, 'tenant')), {
        providers: [Tenant],
        controllers: [Calls],
      });
      const url = await listen(app);
      const answers = [];
      for (const user of ['Ada', 'Bo', 'Ada']) answers.push(await call(url, ['tenant', 'tenant'], user));
      expect(answers).toEqual([
        [1, 1],
        [2, 2],
        [1, 1],
      ]);
    } finally {
      ContextIdFactory.apply(undefined as never);
    }
  });
});

describe('a guard with an instance for each request', () => {
  @Injectable({ scope: Scope.REQUEST })
  class OnlyAda implements CanActivate {
    constructor(@Inject(REQUEST) private readonly request: UserRequest) {}
    canActivate(context: ExecutionContext): boolean {
      const isSame = context.switchToHttp().getRequest() === this.request;
      return isSame && this.request.headers['x-user'] === 'Ada';
    }
  }
  class Plain {
    @tool
    open(): string {
      return 'opened';
    }
  }
  class OwnGuard {
    @UseGuards(OnlyAda)
    @tool
    open(): string {
      return 'opened';
    }
  }

  it('of the method is asked', async () => {
    const entry = toolOf(() => OwnGuard, 'open');
    const app = await createApplication(manifestOf(entry), { providers: [OwnGuard], controllers: [Calls] });
    const url = await listen(app);
    expect(await call(url, ['open'], 'Ada')).toEqual(['opened']);
    expect(await call(url, ['open'], 'Bo')).toEqual(['Forbidden resource']);
  });

  it('of the application is asked for the handler and for each tool', async () => {
    const asked: string[] = [];
    @Injectable({ scope: Scope.REQUEST })
    class Spy extends OnlyAda {
      override canActivate(context: ExecutionContext): boolean {
        asked.push(context.getHandler().name);
        return super.canActivate(context);
      }
    }
    const providers = [Plain, { provide: APP_GUARD, useClass: Spy, scope: Scope.REQUEST }];
    const app = await createApplication(manifestOf(toolOf(() => Plain, 'open')), {
      providers,
      controllers: [Calls],
    });
    expect(await call(await listen(app), ['open'], 'Ada')).toEqual(['opened']);
    expect(asked).toEqual(['run', 'open']);
  });

  it('of the application refuses calls outside a request', async () => {
    const providers = [Plain, { provide: APP_GUARD, useClass: OnlyAda, scope: Scope.REQUEST }];
    const { registry } = await startContext(manifestOf(toolOf(() => Plain, 'open')), { providers });
    expect((await registry.execute('open', {})).error).toMatch(/Cannot read properties|outside a request/);
  });
});

describe('requests at the same time', () => {
  it('never see the instances or the request of each other', async () => {
    const url = await listen(
      await createApplication(manifest, { providers: [RequestOrders, Counter], controllers: [Calls] }),
    );
    const runs = fc.array(
      fc.record({ user: fc.constantFrom('Ada', 'Bo', 'Cy'), calls: fc.integer({ min: 1, max: 4 }) }),
      {
        minLength: 2,
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(runs, async (all) => {
        const answers = await Promise.all(
          all.map(({ user, calls }) => call(url, new Array(calls).fill('whose'), user)),
        );
        expect(answers.map((one) => new Set(one).size)).toEqual(all.map(() => 1));
        expect(answers.map(([text]) => String(text).split(' ')[0])).toEqual(all.map(({ user }) => user));
        expect(new Set(answers.map(([text]) => text)).size).toBe(all.length);
      }),
      { numRuns: 15 },
    );
  });
});
