import type { ArgumentsHost, Type } from '@nestjs/common';
import {
  type ArgumentMetadata,
  BadRequestException,
  type CallHandler,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  ForbiddenException,
  HttpException,
  Injectable,
  Logger,
  Module,
  type NestInterceptor,
  Param,
  ParseIntPipe,
  type PipeTransform,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
  ValidationPipe,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, BaseExceptionFilter } from '@nestjs/core';
import type { ToolContext } from '@toolwright/contract';
import { resource, tool } from '@toolwright/tools';
import { IsEmail, IsOptional, IsString, MinLength } from 'class-validator';
import { concat, EMPTY, map, type Observable, of, throwError } from 'rxjs';
import { manifestOf, startContext, toolOf } from './application.test.support.js';
import { findToolCall } from './index.js';
import { RecordedResponse } from './recorded-response.js';

const number = { type: 'number' } as const;
const string = { type: 'string' } as const;

/** A guard that returns or throws this. */
function guard(answer: () => ReturnType<CanActivate['canActivate']>): CanActivate {
  return { canActivate: answer };
}

/** Runs the tool `find` of a class with these decorators on its method. */
async function findWith(
  decorators: readonly MethodDecorator[],
  {
    providers = [],
    method = (id) => `order ${id}`,
  }: { providers?: object[]; method?: (id: number) => unknown } = {},
) {
  @Injectable()
  class Orders {
    @tool
    find(id: number): unknown {
      return method(id);
    }
  }
  for (const decorate of decorators)
    decorate(Orders.prototype, 'find', Object.getOwnPropertyDescriptor(Orders.prototype, 'find') ?? {});
  const manifest = manifestOf(toolOf(() => Orders, 'find', { id: number }));
  const { registry } = await startContext(manifest, { providers: [Orders, ...(providers as Type[])] });
  return registry.execute('find', '{"id":4}');
}

const interceptor = (answer: (result: Observable<unknown>) => Observable<unknown>): NestInterceptor => ({
  intercept: (_host: ExecutionContext, next: CallHandler) => answer(next.handle()),
});

const filter = (answer: (error: Error, host: ArgumentsHost) => unknown): ExceptionFilter => {
  @Catch()
  class Filter implements ExceptionFilter {
    catch(error: Error, host: ArgumentsHost): unknown {
      return answer(error, host);
    }
  }
  return new Filter();
};

/** Shorthand for the fluent responses of Express and Fastify. */
const responseOf = (host: ArgumentsHost) => host.switchToHttp().getResponse();

// M6
describe('a guard of a tool', () => {
  it.each<[string, () => ReturnType<CanActivate['canActivate']>]>([
    ['returns false', () => false],
    ['returns a promise of false', async () => false],
    ['returns an observable of false', () => of(false)],
  ])('that %s refuses the call', async (_, answer) => {
    expect(await findWith([UseGuards(guard(answer))])).toEqual({ result: null, error: 'Forbidden resource' });
  });

  it('that throws refuses the call with its message, and no stack', async () => {
    const refuse = guard(() => {
      throw new ForbiddenException('Only admins may look at orders.');
    });
    expect(await findWith([UseGuards(refuse)])).toEqual({
      result: null,
      error: 'Only admins may look at orders.',
    });
  });

  it('that reads the user of a request refuses calls outside a request', async () => {
    const isAdmin: CanActivate = {
      canActivate: (context) => context.switchToHttp().getRequest().user.role === 'admin',
    };
    const { error } = await findWith([UseGuards(isAdmin)]);
    expect(error).toMatch(/^Cannot read properties of undefined/);
    expect(error).not.toContain(' at ');
  });

  it('learns the class, the method, and the call', async () => {
    let seen: unknown;
    class Spy implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        const call = findToolCall(context);
        const { app, callId } = call?.context ?? {};
        seen = [
          context.getClass().name,
          context.getHandler().name,
          context.getType(),
          call?.name,
          call?.args,
          app,
          callId,
        ];
        return true;
      }
    }
    class Orders {
      @UseGuards(Spy)
      @tool
      find(id: number): number {
        return id;
      }
    }
    const { registry } = await startContext(manifestOf(toolOf(() => Orders, 'find', { id: number })), {
      providers: [Orders],
    });
    await registry.call('find', { id: 4 }, { context: 'Ada', callId: 'c1' });
    expect(seen).toEqual(['Orders', 'find', 'http', 'find', { id: 4 }, 'Ada', 'c1']);
  });

  it('takes the dependencies of the module that provides the tool', async () => {
    @Injectable()
    class Roles {
      readonly allowed = false;
    }
    @Injectable()
    class RolesGuard implements CanActivate {
      constructor(private readonly roles: Roles) {}
      canActivate(): boolean {
        return this.roles.allowed;
      }
    }
    class Orders {
      @UseGuards(RolesGuard)
      @tool
      find(id: number): number {
        return id;
      }
    }
    @Module({ providers: [Orders, Roles] })
    class OrdersModule {}
    const { registry } = await startContext(manifestOf(toolOf(() => Orders, 'find', { id: number })), {
      imports: [OrdersModule],
    });
    expect(await registry.execute('find', { id: 4 })).toEqual({ result: null, error: 'Forbidden resource' });
  });

  it.each(['the class', 'the application'])('of %s acts too', async (place) => {
    class Orders {
      @tool
      find(id: number): number {
        return id;
      }
    }
    const refuse = guard(() => false);
    if (place === 'the class') UseGuards(refuse)(Orders);
    const providers = place === 'the class' ? [Orders] : [Orders, { provide: APP_GUARD, useValue: refuse }];
    const { registry } = await startContext(manifestOf(toolOf(() => Orders, 'find', { id: number })), {
      providers,
    });
    await expect(registry.call('find', { id: 4 })).rejects.toBeInstanceOf(ForbiddenException);
  });
});

describe('a pipe of a tool', () => {
  class NewOrder {
    @IsEmail()
    email!: string;

    @IsString()
    @MinLength(3)
    product!: string;

    @IsOptional()
    note?: string;
  }

  async function ordersWith(pipe: PipeTransform) {
    const received: unknown[] = [];
    class Orders {
      @tool
      create(order: NewOrder, copies: number, context: ToolContext): string {
        received.push(order, copies, context.callId);
        return 'created';
      }
    }
    const properties = {
      order: { type: 'object', properties: { email: string, product: string } },
      copies: number,
    } as const;
    const entry = toolOf(() => Orders, 'create', properties, { parameters: ['order', 'copies', null] });
    const providers = [Orders, { provide: APP_PIPE, useValue: pipe }];
    const { registry } = await startContext(manifestOf(entry), { providers });
    const execute = (order: object) => registry.execute('create', { order, copies: 2 }, { callId: 'c1' });
    return { execute, received };
  }

  it('is checked, if it changes an object in its place', async () => {
    const { execute, received } = await ordersWith({
      transform: (value: { email?: unknown }) => {
        if (typeof value === 'object') value.email = 12;
        return value;
      },
    });
    const { error } = await execute({ email: 'ada@example.com', product: 'tea' });
    expect(error).toContain('A pipe changed the arguments');
    expect(received).toEqual([]);
  });

  it('does not validate an argument that is left out', async () => {
    class Orders {
      @tool
      find(order?: NewOrder): string {
        return `found ${order?.product}`;
      }
    }
    const entry = toolOf(() => Orders, 'find', { order: { type: 'object' } }, { required: [] });
    const providers = [Orders, { provide: APP_PIPE, useValue: new ValidationPipe({ transform: true }) }];
    const { registry } = await startContext(manifestOf(entry), { providers });
    expect(await registry.execute('find', {})).toEqual({ result: 'found undefined', error: null });
    expect((await registry.execute('find', { order: { email: 'x' } })).error).toContain('email must be');
  });

  it('makes an instance of a DTO, without members that the DTO lacks', async () => {
    const { execute, received } = await ordersWith(new ValidationPipe({ transform: true, whitelist: true }));
    const outcome = await execute({ email: 'ada@example.com', product: 'tea', admin: true });
    expect(outcome).toEqual({ result: 'created', error: null });
    expect(received).toEqual([expect.any(NewOrder), 2, 'c1']);
    expect(received[0]).toEqual({ email: 'ada@example.com', product: 'tea' });
  });

  it('tells the model every violated rule', async () => {
    const { execute } = await ordersWith(new ValidationPipe());
    expect(await execute({ email: 'ada', product: 'te' })).toEqual({
      result: null,
      error: 'email must be an email; product must be longer than or equal to 3 characters',
    });
  });

  it('does not see the context of the tool', async () => {
    const seen: ArgumentMetadata[] = [];
    const spy: PipeTransform = {
      transform(value, metadata) {
        seen.push(metadata);
        return value;
      },
    };
    const { execute } = await ordersWith(spy);
    await execute({ email: 'a', product: 'b' });
    expect(seen).toMatchObject([
      { type: 'body', data: 'order', metatype: NewOrder },
      { type: 'body', data: 'copies', metatype: Number },
    ]);
  });

  it('changes a value', async () => {
    const double: PipeTransform = { transform: (value) => value * 2 };
    expect(await findWith([UsePipes(double)])).toEqual({ result: 'order 8', error: null });
  });

  it('fails the call if it changes a value to a type that the tool does not take', async () => {
    const { result, error } = await findWith([UsePipes({ transform: (value) => `#${value}` })]);
    expect(result).toBeNull();
    expect(error).toMatch(
      /^A pipe changed the arguments of 'find' to values that it does not take: .*id must be a number/,
    );
  });

  it('of a decorated parameter of a route runs too', async () => {
    const ten: PipeTransform = { transform: () => 10 };
    const route: MethodDecorator = (target, key) => Param('id', ParseIntPipe, ten)(target, key, 0);
    expect(await findWith([route])).toEqual({ result: 'order 10', error: null });
  });

  it('sees the variables of a resource, and may not change their types either', async () => {
    class Notes {
      @resource('note://{id}')
      note(id: number): string {
        return `note ${id}`;
      }
    }
    const { spec, ...entry } = toolOf(() => Notes, 'note', { id: number });
    const resources = [{ ...entry, spec: { ...spec, uri: 'note://{id}' } }];
    const read = async (transform: PipeTransform['transform']) => {
      const providers = [Notes, { provide: APP_PIPE, useValue: { transform } }];
      const { registry } = await startContext({ ...manifestOf(), resources }, { providers });
      return registry.readResource('note://4');
    };
    expect(await read((value) => value + 1)).toMatchObject([{ text: 'note 5' }]);
    await expect(read(String)).rejects.toThrow(
      "A pipe changed the arguments of 'note://{id}' to values that it does not take: id became string.",
    );
  });

  it('sees the elements of a rest parameter as a list', async () => {
    class Sums {
      @tool
      sum(label: string, ...numbers: number[]): string {
        return `${label} ${numbers.join('+')}`;
      }
    }
    const properties = { label: string, numbers: { type: 'array', items: number } } as const;
    const manifest = manifestOf(toolOf(() => Sums, 'sum', properties, { rest: true }));
    const reverse: PipeTransform = {
      transform: (value) => (Array.isArray(value) ? (value.toReversed?.() ?? [...value].reverse()) : value),
    };
    const { registry } = await startContext(manifest, {
      providers: [Sums, { provide: APP_PIPE, useValue: reverse }],
    });
    expect(await registry.call('sum', { label: 'a', numbers: [1, 2, 3] })).toBe('a 3+2+1');
  });

  it('leaves objects of built-in classes as they are', async () => {
    class Links {
      @tool
      open(link: URL, at: Date): string {
        return `${link.host} ${at.getTime()}`;
      }
    }
    const plans = { link: { kind: 'url' }, at: { kind: 'date' } } as const;
    const entry = toolOf(() => Links, 'open', { link: string, at: string });
    const codecs = { parameters: { kind: 'object', properties: plans } } as const;
    const providers = [Links, { provide: APP_PIPE, useValue: new ValidationPipe({ transform: true }) }];
    const { registry } = await startContext(manifestOf({ ...entry, codecs }), { providers });
    const args = { link: 'https://example.com/a', at: '1970-01-01T00:00:00.000Z' };
    expect(await registry.execute('open', args)).toEqual({ result: 'example.com 0', error: null });
  });
});

describe('an interceptor of a tool', () => {
  it('changes the result', async () => {
    const shout = interceptor((result) => result.pipe(map((value) => `${String(value)}!`)));
    expect(await findWith([UseInterceptors(shout)])).toEqual({ result: 'order 4!', error: null });
  });

  it('that answers twice gives its last value', async () => {
    const twice = interceptor((result) => concat(of('first'), result));
    expect(await findWith([UseInterceptors(twice)])).toEqual({ result: 'order 4', error: null });
  });

  it('that never answers fails the call', async () => {
    const { error } = await findWith([UseInterceptors(interceptor(() => EMPTY))]);
    expect(error).toMatch(/^The tool has no result: an interceptor completed without emitting a value/);
  });

  it('sees the progress of a generator pass by', async () => {
    class Counter {
      @UseInterceptors(interceptor((result) => result))
      @tool
      async *count(): AsyncGenerator<number, string> {
        yield 1;
        return 'done';
      }
    }
    const progress: unknown[] = [];
    const { registry } = await startContext(manifestOf(toolOf(() => Counter, 'count')), {
      providers: [Counter],
    });
    const options = { onProgress: (value: unknown) => progress.push(value) };
    expect(await registry.call('count', {}, options)).toBe('done');
    expect(progress).toEqual([1]);
  });

  it('of the application runs around tools and may leave them out', async () => {
    const wrap: NestInterceptor = {
      intercept: (context, next) =>
        findToolCall(context)?.name === 'find'
          ? next.handle()
          : next.handle().pipe(map((data) => ({ data }))),
    };
    const providers = [{ provide: APP_INTERCEPTOR, useValue: wrap }];
    expect(await findWith([], { providers })).toEqual({ result: 'order 4', error: null });
  });
});

describe('a filter of a tool', () => {
  const failing = (): never => {
    throw new Error('no such order');
  };

  it.each<[string, (error: Error) => unknown]>([
    ['returns nothing', () => undefined],
    ['returns the error', (error) => error],
    ['returns an observable of the error', (error) => throwError(() => error)],
    [
      'throws the error',
      (error) => {
        throw error;
      },
    ],
  ])('that %s leaves the call failed', async (_, answer) => {
    expect(await findWith([UseFilters(filter(answer))], { method: failing })).toEqual({
      result: null,
      error: 'no such order',
    });
  });

  it('that returns a value makes it the result', async () => {
    const lenient = filter(() => ({ found: false }));
    expect(await findWith([UseFilters(lenient)], { method: failing })).toEqual({
      result: { found: false },
      error: null,
    });
  });

  it.each<[string, (host: ArgumentsHost) => unknown]>([
    ['Express', (host) => responseOf(host).status(404).json({ message: 'Order 4 is gone.' })],
    [
      'Fastify',
      (host) =>
        responseOf(host)
          .code(404)
          .header('x-a', '1')
          .send({ message: ['Order 4 is gone.'] }),
    ],
    [
      'Node',
      (host) => {
        responseOf(host).setHeader('x-a', '1').end('{"message":"Order 4 is gone."}');
      },
    ],
    ['a text', (host) => responseOf(host).status(404).send('Order 4 is gone.')],
  ])('that answers the response as in %s gives the error its message', async (_, answer) => {
    const outcome = await findWith([UseFilters(filter((_error, host) => void answer(host)))], {
      method: failing,
    });
    expect(outcome).toEqual({ result: null, error: 'Order 4 is gone.' });
  });

  it('that answers twice gives its first answer, and a line says so', async () => {
    const warn = replaced(Logger.prototype, 'warn');
    const twice = filter(
      (_error, host) => void responseOf(host).json({ message: 'one' }).json({ message: 'two' }),
    );
    expect(await findWith([UseFilters(twice)], { method: failing })).toEqual({ result: null, error: 'one' });
    expect(warn()).toEqual([
      "During the call of 'find', the response was answered several times; the first answer counts.",
    ]);
  });

  it('of Nest’s own base class keeps the error', async () => {
    @Catch()
    class Everything extends BaseExceptionFilter {}
    const providers = [{ provide: APP_FILTER, useClass: Everything }];
    const refuse = UseGuards(
      guard(() => {
        throw new BadRequestException({ errors: ['no id'] });
      }),
    );
    expect((await findWith([refuse], { providers })).error).toMatch(/no id/);
  });

  it('is not needed: the details of a body reach the model', async () => {
    const refuse = UseGuards(
      guard(() => {
        throw new HttpException({ errors: [{ field: 'id' }] }, 422);
      }),
    );
    expect((await findWith([refuse])).error).toBe('Http Exception: {"errors":[{"field":"id"}]}');
  });

  it.each([
    ['logs asynchronously', async () => undefined],
    [
      'answers asynchronously',
      async (host: ArgumentsHost) => void responseOf(host).status(403).json({ message: 'no' }),
    ],
    ['returns the response', (host: ArgumentsHost) => responseOf(host).status(403).json({ message: 'no' })],
    ['returns null', () => null],
  ])('does not turn a refusal into a success, if it %s', async (_, answer) => {
    const calls: unknown[] = [];
    const outcome = await findWith(
      [UseGuards(guard(() => false)), UseFilters(filter((_error, host) => answer(host)))],
      { method: (id) => calls.push(id) },
    );
    expect(calls).toEqual([]);
    expect(outcome.result).toBeNull();
    expect(outcome.error).toMatch(/^(?:no|Forbidden resource)$/);
  });
});

describe('a call that has ended', () => {
  it('does not start the method, if a guard took longer', async () => {
    const calls: unknown[] = [];
    let pass: (answer: boolean) => void = () => {};
    const slow = guard(
      () =>
        new Promise<boolean>((resolve) => {
          pass = resolve;
        }),
    );
    @Injectable()
    class Orders {
      @UseGuards(slow)
      @tool
      find(id: number): unknown {
        return calls.push(id);
      }
    }
    const manifest = manifestOf(toolOf(() => Orders, 'find', { id: number }));
    const { registry } = await startContext(manifest, { providers: [Orders] });
    const controller = new AbortController();
    const call = registry.execute('find', { id: 1 }, { signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    const { error } = await call;
    pass(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(error).toContain('aborted');
    expect(calls).toEqual([]);
  });
});

describe('the response that a tool call sees', () => {
  it('has what middleware has noted, and its changes stay in the call', () => {
    const real = { locals: { readOnly: true }, getHeader: (name: string) => `the ${name}` };
    const response = new RecordedResponse(real);
    expect(response.locals).toEqual({ readOnly: true });
    expect(response.getHeader('x-a')).toBe('the x-a');
    response.locals.readOnly = false;
    expect(real.locals.readOnly).toBe(true);
  });
});

/** Replaces a method for one test, and returns what it was called with. */
function replaced(holder: object, name: string): () => unknown[] {
  const calls: unknown[] = [];
  const original: unknown = Reflect.get(holder, name);
  Reflect.set(holder, name, (text: unknown) => calls.push(text));
  return () => {
    Reflect.set(holder, name, original);
    return calls;
  };
}
