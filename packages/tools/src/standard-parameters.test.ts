import type { StandardResult, StandardSchema } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from './index.js';
import { describeIssue } from './standard-schema.js';

interface Stay {
  readonly nights: number;
  readonly guests: number;
}

const JSON_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    nights: { type: 'integer', format: 'of-a-library' },
    guests: { type: 'integer', default: 1 },
  },
  required: ['nights'],
};

/** A schema as libraries make them. It refuses long stays, which no JSON Schema can say, and adds a member. */
function stays(options: { later?: boolean; json?: (side: string) => Record<string, unknown> } = {}) {
  const check = (value: unknown): StandardResult<Stay & { readonly beds: number }> => {
    const { nights, guests = 1 } = value as Partial<Stay>; // the registry has checked it
    if (nights === undefined || nights > 30)
      return { issues: [{ message: 'is too long', path: ['nights'] }, { message: 'No.' }] };
    return { value: { nights, guests, beds: guests * nights } };
  };
  const { later = false, json = () => JSON_SCHEMA } = options;
  const schema: StandardSchema<unknown, Stay & { readonly beds: number }> = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value) => (later ? Promise.resolve(check(value)) : check(value)),
      jsonSchema: { input: () => json('input'), output: () => json('output') },
    },
  };
  return schema;
}

// B4
describe('a tool with the schema of a library', () => {
  it.each([[false], [true]])(
    'gets what the schema returns, and refuses what it refuses; later: %s',
    async (later) => {
      const book = new FunctionTool({
        name: 'book',
        description: 'Books a stay.',
        parameters: stays({ later }),
        // The type of the arguments is that of the schema.
        execute: ({ nights, guests, beds }) => `${nights * guests} = ${beds}`,
      });
      const registry = new ToolRegistry().register(book);
      expect(await registry.execute('book', '{"nights": "2", "guests": 3}')).toEqual({
        result: '6 = 6',
        error: null,
      });
      expect(await registry.execute('book', { nights: 2 })).toEqual({ result: '2 = 2', error: null });
      expect(await registry.execute('book', { guests: 2 })).toEqual({
        result: null,
        error: "Invalid arguments for 'book': nights is required (a whole number).",
      });
      expect(await registry.execute('book', { nights: 31 })).toEqual({
        result: null,
        error: "Invalid arguments for 'book': nights: is too long; No.",
      });
      expect(registry.get('book')?.parameters).toEqual(JSON_SCHEMA);
    },
  );

  describe('accepts what the library accepts and its JSON Schema refuses', () => {
    const json = {
      type: 'object',
      properties: { id: { type: 'string', pattern: '^a$' }, size: { type: 'integer' } },
      required: ['id'],
    };
    const validate = (value: unknown): StandardResult<object> => {
      const { id, size } = value as { id?: unknown; size?: unknown }; // an object, which may lack members
      if (!/^a$/i.test(String(id))) return { issues: [{ message: 'Invalid value', path: ['id'] }] };
      return { value: { id, size: typeof size === 'number' ? size : 0 } };
    };
    const parameters: StandardSchema<unknown, object> = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate,
        jsonSchema: { input: () => json, output: () => json },
      },
    };
    const tool = new FunctionTool({
      name: 'find',
      description: 'Finds.',
      parameters,
      execute: (args) => args,
    });
    const registry = new ToolRegistry().register(tool);

    it.each([
      [{ id: 'A' }, { id: 'A', size: 0 }],
      [
        { id: 'a', size: 'none' },
        { id: 'a', size: 0 },
      ],
      // Types are still repaired, also beside a value that only the library accepts.
      [
        { id: 'a', size: '5' },
        { id: 'a', size: 5 },
      ],
      [
        { id: 'A', size: '5' },
        { id: 'A', size: 5 },
      ],
    ])('%j', async (given, result) => {
      expect(await registry.execute('find', JSON.stringify(given))).toEqual({ result, error: null });
    });

    it.each([
      // The JSON Schema also refuses `size`, but the library does not.
      [{ id: 'b', size: 'none' }, 'id must be a string that matches ^a$; got "b".'],
      [{}, 'id is required (a string).'],
    ])('and says what the library refuses: %j', async (given, error) => {
      expect(await registry.execute('find', given)).toEqual({
        result: null,
        error: `Invalid arguments for 'find': ${error}`,
      });
    });

    it('but no member that could change a prototype', async () => {
      const { error } = await registry.execute('find', '{"id": "A", "constructor": {}}');
      expect(error).toContain("must not have a member named 'constructor'");
    });
  });

  it.each([
    ['Invalid value', 'id: Invalid value'],
    ['Expected one of "id"', 'id: Expected one of "id"'],
    ['identity is unknown', 'id: identity is unknown'],
    ['id is unknown', 'id is unknown'],
  ])('names the place of an issue: %s', (message, told) => {
    expect(describeIssue({ message, path: ['id'] })).toBe(told);
  });

  it('shows its output schema', () => {
    const described = { name: 'book', description: 'Books.', parameters: stays(), execute: () => 1 };
    const output = stays({ json: (side) => ({ title: side }) });
    expect(new FunctionTool({ ...described, output }).output).toEqual({ title: 'output' });
    expect(new FunctionTool({ ...described, output: { type: 'number' } }).output).toEqual({ type: 'number' });
  });

  it('is synchronous if its schema is', () => {
    const tool = new FunctionTool({
      name: 'book',
      description: 'Books.',
      parameters: stays(),
      execute: ({ beds }) => beds,
    });
    expect(new ToolRegistry().register(tool).callSync('book', { nights: 2, guests: 2, beds: 0 })).toBe(4);
  });

  it.each([
    [
      'a library without JSON Schema',
      () => {
        throw new Error('Date cannot be represented');
      },
      'Date cannot be represented',
    ],
    ['a list', () => ({ type: 'array' }), "its type is 'array'"],
    ['a union', () => ({ anyOf: [{ type: 'object', properties: {} }] }), 'it is a union'],
    ['an object without members', () => ({ type: 'object' }), 'it lists no properties'],
    ['nothing', () => undefined, 'the library gives none'],
  ])('says what is missing: %s', (_, json, reason) => {
    const message = `The parameters of 'book' have no JSON Schema of an object: ${reason}.`;
    const make = () =>
      new FunctionTool({
        name: 'book',
        description: 'Books.',
        // A library in JavaScript may return anything.
        parameters: stays({ json: json as () => Record<string, unknown> }),
        execute: () => 1,
      });
    expect(make).toThrow(expect.objectContaining({ code: 'INVALID_TOOL', message }));
  });
});
