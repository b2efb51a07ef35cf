import { createLock } from '@toolwright/json-schema';
import { RemoteTools } from '../runtime.js';
import { printMcpClient } from './print-mcp-client.js';

const tool = (name: string, parameters: object, output?: object) => ({
  ...{ name, description: `Does */ ${name}.`, parameters, annotations: {} },
  ...(output !== undefined && { output }),
});

// N2
describe('printMcpClient', () => {
  it('prints a method for each tool, with the types of its schemas', () => {
    const number = {
      type: 'object',
      properties: { at: { $ref: '#/definitions/At' } },
      definitions: { At: { type: 'number' } },
    };
    const text = {
      type: 'object',
      properties: { at: { $ref: '#/$defs/At' } },
      $defs: { At: { type: 'string' } },
    };
    const source = printMcpClient(
      'my server',
      createLock([tool('read-file', number, text), tool('constructor', text)]),
    );
    expect(source.losses).toEqual([]);
    expect(source.text).toContain('export class MyServerClient {');
    expect(source.text).toContain(
      "  /** Does *\\/ read-file. */\n  readFile(input: ReadFileInput = {}, options?: CallOptions): Promise<ReadFileResult> {\n    return this.#tools.call('read-file', input, options);",
    );
    expect(source.text).toContain('constructorTool(input: ConstructorToolInput = {}');
    // Both tools have a definition `At`.
    expect(source.text).toMatch(/type \w+ = number;/);
    expect(source.text).toMatch(/type \w+ = string;/);
  });

  it('lets callers leave out an input that needs no members, whatever keyword says so', () => {
    const properties = { a: { type: 'string' } };
    const parts = { type: 'object', properties, required: ['a'] };
    const inputs = {
      reference: { type: 'object', $ref: '#/definitions/Args', definitions: { Args: parts } },
      all: { type: 'object', allOf: [parts] },
      any: { type: 'object', properties, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      count: { type: 'object', properties, minProperties: 1 },
      open: { type: 'object', properties, anyOf: [{ required: ['a'] }, {}] },
    };
    const { text } = printMcpClient(
      's',
      createLock(Object.entries(inputs).map(([name, schema]) => tool(name, schema))),
    );
    expect([...text.matchAll(/\w+\((?=.*= \{\})/g)].map(String)).toEqual(['open(']);
  });

  it('reads references to the names of parts', () => {
    const schema = {
      ...{ $id: 'https://example.com/s.json', type: 'object' },
      properties: {
        a: { $ref: '#here' },
        b: { $ref: 'there.json' },
        up: { $ref: 'https://example.com/s.json' },
      },
      $defs: { A: { $anchor: 'here', type: 'string' }, B: { $id: 'there.json', type: 'number' } },
    };
    const { text, losses } = printMcpClient('s', createLock([tool('named', schema)]));
    expect(losses).toEqual([]);
    expect(text).toMatch(/a\?: Here;\n {2}b\?: ThereJson;\n {2}up\?: Named;/);
    expect(text).toMatch(/type Here = string;[\s\S]*type ThereJson = number;[\s\S]*up\?: Named;/);
  });

  it('never gives the method of a tool to another one', () => {
    const methodsOf = (...names: readonly string[]) =>
      Object.fromEntries(
        [
          ...printMcpClient(
            's',
            createLock(names.map((name) => tool(name, { type: 'object' }))),
          ).text.matchAll(/^ {2}(\w+)\(input.*\n.*call\('(.*?)'/gm),
        ].map(([, method, name]) => [name, method]),
      );
    expect(methodsOf('get-user')).toEqual({ 'get-user': 'getUser' });
    expect(methodsOf('getUser', 'get-user')).toEqual({ getUser: 'getUser', 'get-user': 'get_2d_user' });
    // Code that calls `getUser` no longer compiles.
    expect(methodsOf('get user', 'get-user')).toEqual({
      'get user': 'get_20_user',
      'get-user': 'get_2d_user',
    });
    expect(methodsOf('toString', 'toString2')).toEqual({ toString: 'toStringTool', toString2: 'toString2' });
  });

  it('gives definitions names that are free, and keeps apart what only looks the same', () => {
    const uses = (T: object, more: object = {}) => ({
      type: 'object',
      properties: {
        ...{ p: { $ref: '#/$defs/T' }, q: { $ref: '#/$defs/Box' } },
        ...('BT' in more && { r: { $ref: '#/$defs/BT' } }),
      },
      $defs: { Box: { type: 'object', properties: { of: { $ref: '#/$defs/T' } } }, T, ...more },
    });
    const bool = { type: 'boolean' };
    const { text, losses } = printMcpClient(
      's',
      createLock([
        tool('B', uses({ type: 'string' }, { BT: bool })),
        tool('b', uses({ type: 'number' })),
        tool('c', uses({ type: 'string' })),
        tool('tree', { type: 'object', properties: { up: { $ref: '#' } } }),
      ]),
    );
    expect(losses).toEqual([]);
    const types = (name: string): string =>
      new RegExp(`interface ${name} \\{\\n([^}]*)\\}`).exec(text)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
    expect([types('BInput'), types('BInput2'), types('CInput'), types('TreeInput')]).toEqual([
      'p?: T; q?: Box; r?: BT; [key: string]: unknown;',
      'p?: BT2; q?: BBox; [key: string]: unknown;',
      'p?: T; q?: Box; [key: string]: unknown;',
      'up?: Tree; [key: string]: unknown;',
    ]);
    expect(text).toMatch(/type T = string;[\s\S]*type BT2 = number;/);
    expect(types('BBox')).toContain('of?: BT2;');
  });
});

describe('RemoteTools', () => {
  it('returns the result of a call, or throws its error', async () => {
    const execute = async (name: string, args: unknown) =>
      name === 'read' ? { result: args, error: null } : { result: null, error: `No tool '${name}'.` };
    const tools = new RemoteTools({ execute });
    expect(await tools.call('read', { at: 1 })).toEqual({ at: 1 });
    await expect(tools.call('write', {})).rejects.toThrow("No tool 'write'.");
  });
});
