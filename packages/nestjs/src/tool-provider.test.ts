import type { Type } from '@nestjs/common';
import {
  type CanActivate,
  Controller,
  Get,
  Injectable,
  Module,
  Scope,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { tool } from '@toolwright/tools';
import { createApplication, manifestOf, startContext, toolOf } from './application.test.support.js';

class Deny implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@Injectable()
class Orders {
  @tool
  find(): string {
    return `found by ${this.constructor.name}`;
  }
}

const manifest = manifestOf(toolOf(() => Orders, 'find'));
const found = { result: 'found by Orders', error: null };
const refused = { result: null, error: 'Forbidden resource' };

// M6
describe('the providers of an application', () => {
  it.each<[string, object]>([
    ['a class under a token', { provide: 'orders', useClass: Orders }],
    ['an instance', { provide: 'orders', useValue: new Orders() }],
    ['a factory', { provide: 'orders', useFactory: () => new Orders() }],
    ['an asynchronous factory', { provide: Orders, useFactory: async () => new Orders() }],
    ['a transient class', { provide: Orders, useClass: Orders, scope: Scope.TRANSIENT }],
    ['a factory for each request', { provide: Orders, useFactory: () => new Orders(), scope: Scope.REQUEST }],
  ])('give their tools: %s', async (_, provider) => {
    const { registry } = await startContext(manifest, { providers: [provider as Type] });
    expect(await registry.execute('find', {})).toEqual(found);
  });

  it('give their tools as controllers, with the guards of their module', async () => {
    class Allow extends Deny {
      override canActivate(): boolean {
        return true;
      }
    }
    @Controller('orders')
    class OrdersController {
      @UseGuards(Allow)
      @Get()
      @tool
      list(): string[] {
        return ['tea'];
      }

      @UseGuards(Deny)
      @tool
      clear(): void {}
    }
    const entries = ['list', 'clear'].map((member) => toolOf(() => OrdersController, member));
    const { registry } = await startContext(manifestOf(...entries), { controllers: [OrdersController] });
    expect(await registry.execute('list', {})).toEqual({ result: ['tea'], error: null });
    expect(await registry.execute('clear', {})).toEqual(refused);
  });

  it('may be null, a primitive, or a plain object', async () => {
    const values = [null, 7, 'text', Symbol('a'), undefined, { find: 1 }, [], new Map(), Object.create(null)];
    const providers = values.map((useValue, index) => ({ provide: `value ${index}`, useValue }));
    const { registry } = await startContext(manifest, { providers: [...providers, Orders] });
    expect(registry.listTools()).toHaveLength(1);
  });

  it('do not have their getters run', async () => {
    const fired: string[] = [];
    class Lazy {
      get connection(): string {
        fired.push('connection');
        return 'open';
      }
      static get instance(): string {
        fired.push('instance');
        return 'one';
      }
    }
    class LazyOrders extends Lazy {
      @tool
      find(): string {
        return 'found';
      }
    }
    const lazy = Object.defineProperty({}, 'late', { enumerable: true, get: () => fired.push('late') });
    const entry = toolOf(() => LazyOrders, 'find');
    const { registry } = await startContext(manifestOf(entry), {
      providers: [Lazy, LazyOrders, { provide: 'lazy', useValue: lazy }],
    });
    expect(registry.has('find')).toBe(true);
    expect(fired).toEqual([]);
  });

  it('count once under an alias', async () => {
    const { registry } = await startContext(manifest, {
      providers: [Orders, { provide: 'same', useExisting: Orders }],
    });
    expect(registry.listTools()).toHaveLength(1);
  });

  it('do not give the static tools of a class', async () => {
    // biome-ignore lint/complexity/noStaticOnlyClass: the point of the test
    class Statics {
      @tool
      static version(): number {
        return 1;
      }
    }
    const entry = { ...toolOf(() => Statics, 'version'), static: true } as const;
    const { registry } = await startContext(manifestOf(entry), {
      providers: [Statics, { provide: 'a', useValue: Statics }],
    });
    expect(registry.listTools()).toEqual([]);
  });

  it('are refused if two modules provide the same class, unless one is excluded', async () => {
    @Module({ providers: [Orders] })
    class Shop {}
    @Module({ providers: [Orders] })
    class Stock {}
    const imports = [Shop, Stock];
    const app = await createApplication(manifest, { imports });
    await expect(app.init()).rejects.toThrow(
      'Orders is provided twice, by Shop and Stock, and its tools can only be registered once.',
    );
    const { registry } = await startContext(manifest, { imports }, { exclude: [Stock] });
    expect(await registry.execute('find', {})).toEqual(found);
  });

  it('are chosen by modules or classes', async () => {
    class Users {
      @tool
      list(): string[] {
        return [];
      }
    }
    @Module({ providers: [Orders] })
    class Shop {}
    const both = manifestOf(
      toolOf(() => Orders, 'find'),
      toolOf(() => Users, 'list'),
    );
    const names = async (options: object) => {
      const { registry } = await startContext(both, { imports: [Shop], providers: [Users] }, options);
      return registry.listTools().map(({ name }) => name);
    };
    expect(await names({ include: [Shop] })).toEqual(['find']);
    expect(await names({ include: [Users] })).toEqual(['list']);
    expect(await names({ exclude: [Users] })).toEqual(['find']);
    expect((await names({})).sort()).toEqual(['find', 'list']);
  });

  it('are refused at the start if a marked method is missing in the manifest', async () => {
    const app = await createApplication(manifestOf(), { providers: [Orders] });
    await expect(app.init()).rejects.toMatchObject({ code: 'NO_SCHEMA' });
  });
});

describe('the guards of a class that inherits', () => {
  @UseGuards(Deny)
  class Guarded {
    @tool
    find(): string {
      return 'found';
    }
  }
  class GuardedMethod {
    @UseGuards(Deny)
    @SetMetadata('roles', ['admin'])
    @tool
    find(): string {
      return 'found';
    }
  }

  it('act on inherited methods, over several levels', async () => {
    for (const base of [Guarded, GuardedMethod]) {
      class Middle extends base {}
      class Last extends Middle {}
      const { registry } = await startContext(manifestOf(toolOf(() => base, 'find')), { providers: [Last] });
      expect(await registry.execute('find', {})).toEqual(refused);
    }
  });

  it('act on an override, if they are on the class', async () => {
    class Own extends Guarded {
      override find(): string {
        return 'own';
      }
    }
    const { registry } = await startContext(manifestOf(toolOf(() => Guarded, 'find')), { providers: [Own] });
    expect(await registry.execute('find', {})).toEqual(refused);
  });

  it('are refused if an override of a method has no decorators, because nobody would ask them', async () => {
    class Unguarded extends GuardedMethod {
      override find(): string {
        return 'own';
      }
    }
    const app = await createApplication(manifestOf(toolOf(() => GuardedMethod, 'find')), {
      providers: [Unguarded],
    });
    await expect(app.init()).rejects.toThrow(
      'Unguarded.find overrides a method with decorators such as @UseGuards that it lacks',
    );
  });

  it('are refused if an override has other decorators, but not these', async () => {
    class Audited extends GuardedMethod {
      @SetMetadata('audit', true)
      @tool
      override find(): string {
        return 'own';
      }
    }
    const app = await createApplication(manifestOf(toolOf(() => Audited, 'find')), { providers: [Audited] });
    await expect(app.init()).rejects.toThrow('Audited.find overrides a method with decorators');
  });

  it('act on a method that the constructor binds', async () => {
    class Bound extends GuardedMethod {
      constructor() {
        super();
        this.find = this.find.bind(this);
      }
    }
    const { registry } = await startContext(manifestOf(toolOf(() => GuardedMethod, 'find')), {
      providers: [Bound],
    });
    expect(await registry.execute('find', {})).toEqual(refused);
  });

  it('are checked of what a factory returns for each request, and not only of its token', async () => {
    class Base {
      @tool
      find(): string {
        return 'base';
      }
    }
    class Sub extends Base {
      @UseGuards(Deny)
      override find(): string {
        return 'sub';
      }
    }
    const provider = { provide: Base, scope: Scope.REQUEST, useFactory: () => new Sub() };
    const { registry } = await startContext(manifestOf(toolOf(() => Base, 'find')), {
      providers: [provider],
    });
    expect((await registry.execute('find', {})).error).toContain('Nest has no instance of Deny for it');
  });

  it('give way to those of an override', async () => {
    class Allow implements CanActivate {
      canActivate(): boolean {
        return true;
      }
    }
    class Own extends GuardedMethod {
      @UseGuards(Allow)
      override find(): string {
        return 'own';
      }
    }
    const { registry } = await startContext(manifestOf(toolOf(() => GuardedMethod, 'find')), {
      providers: [Own],
    });
    expect(await registry.execute('find', {})).toEqual({ result: 'own', error: null });
  });

  it('are refused if Nest creates no instance of them', async () => {
    const provider = { provide: 'orders', useFactory: () => new Guarded() };
    const app = await createApplication(manifestOf(toolOf(() => Guarded, 'find')), { providers: [provider] });
    await expect(app.init()).rejects.toThrow(
      'Guarded.find has @UseGuards(Deny), but Nest has no instance of Deny for it',
    );
  });
});
