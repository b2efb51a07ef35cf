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
