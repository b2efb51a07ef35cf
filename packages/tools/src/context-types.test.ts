import type { Manifest, ToolContext } from '@toolwright/contract';
import { checkProgram } from './check-program.test.support.js';
import { type ContextOfSource, type ContextOfTools, FunctionTool, ToolRegistry } from './index.js';
import { entry, manifestOf } from './weather.test.fixture.js';

// H1

interface Tenant {
  readonly tenant: string;
}
interface User {
  readonly user: { readonly id: number };
}
class Session {
  readonly #token = 'secret';
  get token(): string {
    return this.#token;
  }
}

const tenant: Tenant = { tenant: 'acme' };
const user: User = { user: { id: 7 } };
const session = new Session();

class Orders {
  find(id: number): string {
    return String(id);
  }
}
class Account {
  profile(): string {
    return '';
  }
}
class Clock {
  now(): string {
    return '';
  }
}

/** Fifteen tools as codegen writes their types: five without a context, ten that ask for one of three. */
interface Tools {
  now: { args: Record<string, never>; returns: string; of: Clock };
  zone: { args: { city: string }; returns: string; of: Clock };
  sleep: { args: { ms: number }; returns: Promise<void>; of: Clock };
  round: { args: { value: number }; returns: number; of: Clock };
  echo: { args: { text?: string }; returns: string; of: Clock };
  list: { args: Record<string, never>; returns: Promise<string[]>; context: Tenant; of: Orders };
  find: { args: { id: number }; returns: Promise<string>; context: Tenant; of: Orders };
  cancel: { args: { id: number }; returns: Promise<void>; context: Tenant; of: Orders };
  refund: { args: { id: number; cents: number }; returns: number; context: Tenant; of: Orders };
  note: { args: { text: string }; returns: string; context: Tenant | undefined; of: Orders };
  profile: { args: Record<string, never>; returns: string; context: User; of: Account };
  rename: { args: { name: string }; returns: Promise<void>; context: User; of: Account };
  close: { args: Record<string, never>; returns: Promise<void>; context: User; of: Account };
  sign: { args: { text: string }; returns: string; context: Session; of: Account };
  verify: { args: { text: string; signature: string }; returns: boolean; context: Session; of: Account };
}
const manifest = manifestOf<Tools>();
const create = () => new ToolRegistry(manifest);

/** Compiled but never run: nothing is bound to the manifest. */
const compileOnly = (..._functions: (() => unknown)[]): void => undefined;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const expectSame = <A, B>(..._same: Same<A, B> extends true ? [] : [A, 'is not', B]): void => undefined;

it('a call must pass exactly the context that its tool asks for', () => {
  compileOnly(
    () => create().call('find', { id: 1 }, { context: tenant }),
    () => create().call('sign', { text: 'x' }, { context: session, timeoutMs: 5 }),
    () => create().callSync('refund', { id: 1, cents: 5 }, { context: { tenant: 'acme' } }),
    () => create().call('list', {}, { context: tenant }),
    () => create().call('list', undefined, { context: tenant }),
    // @ts-expect-error the context is missing
    () => create().call('find', { id: 1 }),
    // @ts-expect-error the context is missing
    () => create().call('find', { id: 1 }, {}),
    // @ts-expect-error the context is missing
    () => create().callSync('refund', { id: 1, cents: 5 }),
    // @ts-expect-error the context is missing, although all arguments are optional
    () => create().call('list'),
    // @ts-expect-error the context of another tool
    () => create().call('find', { id: 1 }, { context: user }),
    // @ts-expect-error a tenant is a text
    () => create().call('find', { id: 1 }, { context: { tenant: 5 } }),
    // @ts-expect-error looks like a session, but is none
    () => create().call('sign', { text: 'x' }, { context: { token: 'x' } }),
  );
  expect(create().listTools()).toEqual([]);
});

it('a call of a tool without a context passes none, or any', () => {
  compileOnly(
    () => create().call('now'),
    () => create().call('zone', { city: 'Oslo' }, { timeoutMs: 5 }),
    () => create().call('zone', { city: 'Oslo' }, { context: 5 }),
    () => new ToolRegistry().call('anything', { at: 'all' }),
  );
  expect(create().has('now')).toBe(false);
});

it('a context that may be undefined may be left out, and is checked if it is passed', () => {
  compileOnly(
    () => create().call('note', { text: 'x' }),
    () => create().call('note', { text: 'x' }, { context: tenant }),
    () => create().call('note', { text: 'x' }, { context: undefined }),
    // @ts-expect-error not a tenant
    () => create().call('note', { text: 'x' }, { context: user }),
  );
  expect(create().has('note')).toBe(false);
});

it('a chain asks for the contexts of what it has registered', () => {
  compileOnly(() => {
    const clock = create().registerFrom(new Clock());
    expectSame<ContextOfSource<typeof clock>, unknown>();
    const orders = clock.registerFrom(new Orders(), { prefix: 'o_', only: ['find', 'note'] });
    const needs = (_: ContextOfSource<typeof orders>): void => undefined;
    needs({ context: tenant });
    // @ts-expect-error the tenant is missing
    needs({ context: user });
    orders.call('o_find', { id: 1 }, { context: tenant });
    // @ts-expect-error the context is missing
    orders.call('o_find', { id: 1 });
    const all = orders.registerFrom(new Account());
    const needsAll = (_: ContextOfSource<typeof all>): void => undefined;
    needsAll({ context: Object.assign(session, tenant, user) });
    // @ts-expect-error the session is missing
    needsAll({ context: { ...tenant, ...user } });
    const optional = create().registerFrom(new Orders(), { only: ['note'] });
    const takes = (_: ContextOfSource<typeof optional>): void => undefined;
    takes({});
    takes({ context: tenant });
    // @ts-expect-error not a tenant
    takes({ context: user });
    const registries: ToolRegistry[] = [clock, orders, all];
    let later = create();
    later = later.registerFrom(new Orders());
    return [registries, later];
  });
  expectSame<ContextOfTools<Pick<Tools, 'now' | 'zone'>>, unknown>();
  expect(create().has('list')).toBe(false);
});

it('a null that a tool accepts stays acceptable', () => {
  compileOnly(() => {
    const registry = new ToolRegistry(
      manifestOf<{ who: { args: Record<string, never>; returns: string; context: User | null } }>(),
    );
    registry.call('who', {}, { context: null });
    registry.call('who', {}, { context: user });
    // @ts-expect-error a null is not the same as no context
    registry.call('who', {});
  });
  expect(new ToolRegistry().has('who')).toBe(false);
});

describe('a tool made at run time', () => {
  const parameters = { type: 'object', properties: {} } as const;
  const whoAmI = new FunctionTool({
    name: 'whoAmI',
    description: 'Names the user.',
    parameters,
    needsContext: true,
    fn: (_: Record<string, never>, { app }: ToolContext<User>) => `user ${app.user.id}`,
  });

  it('gets the context that its function asks for', async () => {
    const registry = new ToolRegistry().register(whoAmI);
    expect(await registry.call('whoAmI', {}, { context: user })).toBe('user 7');
    const typed = create().register(whoAmI);
    expect(typed.callSync('whoAmI', {}, { context: user })).toBe('user 7');
    compileOnly(
      // @ts-expect-error the context is missing
      () => typed.call('whoAmI', {}),
      // @ts-expect-error not a user
      () => typed.call('whoAmI', {}, { context: tenant }),
    );
  });

  it('asks for it also if its name is not known to the compiler', () => {
    const named = (name: string) =>
      new FunctionTool({ name, description: '', parameters, fn: whoAmI.execute });
    compileOnly(() => {
      const registry = create().register(named('a'));
      const needs = (_: ContextOfSource<typeof registry>): void => undefined;
      needs({ context: user });
      // @ts-expect-error not a user
      needs({ context: tenant });
    });
    expect(named('b').name).toBe('b');
  });
});

describe('at run time', () => {
  const greet = (context: ToolContext<User>): string => `Hello ${context.app?.user.id}`;
  const asks = entry('greet', () => greet, { parameters: [null] }, {});
  const typed = manifestOf<{
    greet: { args: Record<string, never>; returns: string; context: User; fn: typeof greet };
  }>({
    ...asks,
    spec: { ...asks.spec, needsContext: true },
  });
  const untyped: Manifest = typed;
  const registry = new ToolRegistry(untyped).register(greet).register(greet, { prefix: 'my_' });

  it('the tool reads the context as `app`', async () => {
    expect(await registry.call('greet', {}, { context: user })).toBe('Hello 7');
    expect(registry.callSync('my_greet', {}, { context: user })).toBe('Hello 7');
    expect(await registry.execute('greet', '{}', { context: user })).toEqual({
      result: 'Hello 7',
      error: null,
    });
  });

  it('a call without a context is refused before the tool runs', async () => {
    const refusal = {
      code: 'MISSING_CONTEXT',
      blame: 'developer',
      message: "'my_greet' needs a context, but the call has none. Pass it as an option: { context }.",
    };
    await expect(registry.call('my_greet')).rejects.toMatchObject(refusal);
    expect(() => registry.callSync('my_greet')).toThrow(expect.objectContaining(refusal));
    expect(await registry.execute('my_greet', {})).toEqual({ result: null, error: refusal.message });
  });

  it('null and other falsy values are contexts', () => {
    const show = new FunctionTool({
      name: 'show',
      description: '',
      parameters: { type: 'object', properties: {} },
      needsContext: true,
      fn: (_: object, { app }: ToolContext) => String(app),
    });
    const shown = [null, 0, '', false].map((context) =>
      new ToolRegistry().register(show).callSync('show', {}, { context }),
    );
    expect(shown).toEqual(['null', '0', '', 'false']);
  });
});

it('the messages of the compiler name the tool', () => {
  const { messages } = checkProgram(`
    import { ToolRegistry, type ContextOfSource, type Manifest } from './index.js';
    interface Tenant { readonly tenant: string }
    interface User { readonly user: string }
    class Orders { find(id: number): string { return String(id); } }
    class Account { rename(name: string): string { return name; } }
    declare const manifest: Manifest<{
      find: { args: { id: number }; returns: string; context: Tenant; of: Orders };
      rename: { args: { name: string }; returns: string; context: User; of: Account };
    }>;
    const registry = new ToolRegistry(manifest).registerFrom(new Orders()).registerFrom(new Account());
    registry.call('find', { id: 1 }, {});
    registry.call('find', { id: 1 }, { context: 'acme' });
    registry.call('find', { id: 1 }, { context: { tenant: 'acme', more: 1 } });
    registry.call('find', { id: 1 }, { context: {} as { tenant: number } });
    registry.call('find', { id: 1 });
    const all: ContextOfSource<typeof registry> = { context: { tenant: 'acme' } };
    const declared: ContextOfSource<ToolRegistry<typeof manifest extends Manifest<infer All> ? All : never>> = {};
  `);
  expect(messages).toEqual([
    `Argument of type '{}' is not assignable to parameter of type 'ExecuteOptions & NeedsContext<"find", Tenant>'.
  Property 'context' is missing in type '{}' but required in type 'NeedsContext<"find", Tenant>'.`,
    `Type 'string' is not assignable to type 'Tenant & NeededBy<"find">'.
  Type 'string' is not assignable to type 'Tenant'.`,
    `Object literal may only specify known properties, and 'more' does not exist in type 'Tenant & NeededBy<"find">'.`,
    `Type '{ tenant: number; }' is not assignable to type 'Tenant & NeededBy<"find">'.
  Type '{ tenant: number; }' is not assignable to type 'Tenant'.
    Types of property 'tenant' are incompatible.
      Type 'number' is not assignable to type 'string'.`,
    // The compiler counts arguments before it looks at types; the call itself names the tool.
    'Expected 3 arguments, but got 2.',
    `Type '{ tenant: string; }' is not assignable to type 'Tenant & User & NeededBy<"find" | "rename">'.
  Property 'user' is missing in type '{ tenant: string; }' but required in type 'User'.`,
    `Property 'context' is missing in type '{}' but required in type 'NeedsContext<"find" | "rename", Tenant & User>'.`,
  ]);
});

// H12
it('without the generated file the compiler only tells that it is missing', () => {
  const { messages } = checkProgram(`
    import { ToolRegistry, type ContextOfSource, type ToolContext } from './index.js';
    import { manifest } from './toolwright.gen.js';
    class Orders { list({ app }: ToolContext<{ readonly name: string }>): string[] { return [app.name]; } }
    const registry = new ToolRegistry(manifest).registerFrom(new Orders());
    registry.call('list', {}, { context: { name: 'Ada' } });
    const options: ContextOfSource<typeof registry> = { context: { name: 'Ada' } };
    const none: ContextOfSource<typeof registry> = {};
  `);
  expect(messages).toEqual([
    "Cannot find module './toolwright.gen.js' or its corresponding type declarations.",
  ]);
});
