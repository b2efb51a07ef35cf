import {
  type JsonObject,
  type ObjectSchema,
  type ToolContext,
  unknownToolMessage,
} from '@toolwright/contract';
import { FunctionTool, type Tool, ToolRegistry } from './index.js';

const parameters: ObjectSchema = {
  type: 'object',
  properties: {
    a: { type: 'number' },
    b: { type: 'number', default: 2 },
    nested: {
      type: 'object',
      properties: { unit: { type: 'string', default: 'cm' } },
      additionalProperties: false,
    },
  },
  required: ['a'],
  additionalProperties: false,
};

const add = new FunctionTool({
  name: 'add',
  description: 'Adds.',
  parameters,
  execute: ({ a, b = 0 }: { a: number; b?: number }) => a + b,
});

/** A tool class of a user. */
class Echo implements Tool<'echo', JsonObject, Promise<JsonObject>> {
  readonly name = 'echo';
  readonly description = 'Gives back what it gets.';
  readonly parameters = parameters;
  readonly annotations = { readOnly: true, timeoutMs: 50 };
  readonly #calls: string[] = [];

  async execute(args: JsonObject, context: ToolContext): Promise<JsonObject> {
    this.#calls.push(context.callId);
    return { ...args, calls: this.#calls.length };
  }
}

// H6
it('a tool takes its function as `execute`, or as `fn`, its name of before', () => {
  const described = { name: 'add', description: 'Adds.', parameters };
  const former = new FunctionTool({ ...described, fn: ({ a }: { a: number }) => a });
  expect(new ToolRegistry().register(former).callSync('add', { a: 1 })).toBe(1);
  const none = (options: object) => () => new FunctionTool(options as never);
  expect(none(described)).toThrow(
    expect.objectContaining({ code: 'INVALID_TOOL', hint: expect.stringContaining('execute') }),
  );
  expect(none({ ...described, execute: 5 })).toThrow("'execute' of 'FunctionTool' is 5.");
  // @ts-expect-error A tool needs a function.
  expect(() => new FunctionTool(described)).toThrow('has no function');
});

// B4
describe('hand-written tools', () => {
  it('are registered and called like all others', async () => {
    const registry = new ToolRegistry().register(add).register(new Echo());
    expect(registry.callSync('add', { a: 1, b: 5 })).toBe(6);
    expect(await registry.execute('add', '{"a":"1"}')).toEqual({ result: 3, error: null });
    expect(await registry.execute('echo', { a: 1, nested: {} }, { callId: 'c1' })).toEqual({
      result: { a: 1, b: 2, nested: { unit: 'cm' }, calls: 1 },
      error: null,
    });
    expect(await registry.execute('add', '{"b":1}')).toEqual({
      result: null,
      error: "Invalid arguments for 'add': a is required (a number).",
    });
    expect(await registry.execute('subtract', '{}')).toEqual({
      result: null,
      error: unknownToolMessage('subtract', ['add', 'echo']),
    });
    expect(registry.get('echo')).toMatchObject({
      description: 'Gives back what it gets.',
      annotations: { readOnly: true },
    });
  });

  it("get defaults without changing the caller's arguments", async () => {
    const args = { a: 1, nested: {} };
    await new ToolRegistry().register(new Echo()).call('echo', args);
    expect(args).toEqual({ a: 1, nested: {} });
  });

  it('accept prefixes, and their names clash like all others', () => {
    const registry = new ToolRegistry().register(add).register(add, { prefix: 'x_' });
    expect(registry.listTools().map(({ name }) => name)).toEqual(['add', 'x_add']);
    expect(() => registry.register(add)).toThrow(
      expect.objectContaining({
        code: 'DUPLICATE_TOOL',
        message: expect.stringMatching(/FunctionTool, registered at run time/),
      }),
    );
  });

  it.each<[string, object, RegExp]>([
    [
      'a schema that is wrong',
      { parameters: { ...parameters, properties: { a: { type: 'strin' } } } },
      /^The schema of 'bad' is not valid: .*strin/,
    ],
    [
      'a schema that is no object',
      { parameters: { type: 'string' } },
      /^The parameters of 'bad' must be a schema with type 'object'/,
    ],
    ['no schema', { parameters: undefined }, /^The parameters of 'bad'/],
    ['no description', { description: undefined }, /^The tool 'bad' must have a description/],
    ['no method', { execute: undefined }, /must have a description and a method `execute`/],
    ['no name', { name: undefined }, /neither a function nor a Tool/],
    ['a name that no provider takes', { name: 'add two' }, /^'add two' is not a valid tool name\.$/],
    ['an empty name', { name: '' }, /^'' is not a valid tool name\.$/],
    ['a name without end', { name: 'x'.repeat(129) }, /is not a valid tool name/],
  ])('are refused at registration with %s', (_, broken, message) => {
    const good = { name: 'bad', description: 'Is bad.', parameters, execute: () => 1 };
    const registry = new ToolRegistry();
    // The compiler refuses this in TypeScript.
    const tool = { ...good, ...broken } as Tool;
    expect(() => registry.register(tool)).toThrow(
      expect.objectContaining({ code: 'INVALID_TOOL', message: expect.stringMatching(message) }),
    );
    expect(registry.listTools()).toEqual([]);
  });
});
