import type { JsonSchema } from '@toolwright/contract';
import { escapeSegment } from '@toolwright/json';
import { createLock, findTarget, type LockedTool, mapSchema } from '@toolwright/json-schema';
import fc from 'fast-check';
import { arbitrarySchema } from '../../../json-schema/src/arbitrary-schema.test.support.js';
import { proofOfFiles } from '../openapi/import-openapi.test.support.js';
import type { PromisedTool } from '../prove.js';
import { printMcpClient } from './print-mcp-client.js';

/** `RANDOM_SCHEMAS=2000` tries more. */
const COUNT = Number(process.env.RANDOM_SCHEMAS ?? 60);

const tool = (name: string, parameters: object, output?: object): LockedTool => ({
  ...{ name, description: name, parameters, annotations: {} },
  ...(output !== undefined && { output }),
});

const person = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, description: 'A */ name' },
    'e-mail': { type: 'string', format: 'email' },
    parent: { $ref: '#/$defs/person-1' },
    level: { enum: ['low', 'high', 3, null] },
  },
  additionalProperties: false,
};

const HARD: readonly LockedTool[] = [
  tool(
    'constructor',
    { type: 'object', properties: { who: { $ref: '#/$defs/person-1' } }, $defs: { 'person-1': person } },
    {
      type: 'object',
      properties: { all: { type: 'array', items: { $ref: '#/$defs/person-1' } } },
      $defs: { 'person-1': { ...person, required: ['name', 'e-mail'] } },
    },
  ),
  tool('read/file v2', {
    type: 'object',
    required: ['kind', 'a.b~/c', '1st'],
    properties: {
      kind: { const: 'a' },
      'a.b~/c': { type: ['integer', 'null'], minimum: 0 },
      '1st': { $ref: '#/definitions/person-1' },
      deep: {
        type: 'object',
        properties: { a: { type: 'object', additionalProperties: { type: 'number' } } },
      },
    },
    // Another definition of one name.
    definitions: { 'person-1': { type: 'string', pattern: '^[a-z]+$' } },
  }),
  tool('tree', {
    type: 'object',
    properties: { value: { type: 'number' }, children: { type: 'array', items: { $ref: '#' }, maxItems: 9 } },
  }),
  tool('root/reference', {
    ...{ type: 'object', $ref: '#/definitions/Args' },
    definitions: { Args: { type: 'object', required: ['q'], properties: { q: { type: 'string' } } } },
  }),
  tool('root/parts', {
    ...{
      type: 'object',
      allOf: [{ type: 'object', required: ['q'], properties: { q: { type: 'string' } } }],
    },
  }),
  tool('choice', {
    type: 'object',
    properties: {
      shape: {
        oneOf: [
          {
            type: 'object',
            required: ['type'],
            properties: { type: { const: 'circle' }, r: { type: 'number' } },
          },
          {
            type: 'object',
            required: ['type'],
            properties: { type: { const: 'box' }, of: { $ref: '#/properties/size' } },
          },
        ],
      },
      size: {
        type: 'array',
        prefixItems: [{ type: 'number' }, { type: 'number' }],
        minItems: 2,
        items: false,
      },
    },
  }),
];

/** Prints a client, and reads the types of its methods as those of tools, whose arguments are a call and its result. */
async function differencesOf(tools: readonly LockedTool[]): Promise<readonly string[]> {
  const { text } = printMcpClient('hard server', createLock(tools));
  const methods = [...text.matchAll(/^ {2}(\w+)\((?:input: (\w+).*?, )?options\?.*Promise<(.*)> \{$/gm)];
  const names = [...new Set(methods.flatMap(([, , input, result]) => [input, result]))];
  const types = names.filter((name) => name !== undefined && name !== 'unknown');
  const probes = methods.map(
    ([, , input = '{}', result], index) =>
      `  /** x */\n  @tool p${index}(input: ${input}, result: ${result}): void {}\n`,
  );
  const client = `import { tool } from 'toolwright';\nimport type { ${types.join(', ')} } from './server.js';\nexport class Probe {\n${probes.join('')}}\n`;
  const promised = createLock(tools).tools.map(({ name, parameters, output }, index): PromisedTool => {
    const input = named(parameters, 'Input');
    const result = named(output ?? {}, 'Result');
    return {
      ...{ name: `p${index}`, place: name, description: 'x', output: undefined },
      parameters: {
        type: 'object',
        properties: { input: { $ref: '#/$defs/Input' }, result: { $ref: '#/$defs/Result' } },
        required: ['input', 'result'],
        additionalProperties: false,
        $defs: { ...input, ...result },
      },
    };
  });
  const proof = await proofOfFiles({ 'src/client.ts': client, 'src/server.ts': text }, promised);
  return [
    ...proof.errors,
    ...proof.differences.map(({ place, path, message }) => `${place} ${path}: ${message}`),
  ];
}

/** Returns a schema and what it refers to, by names. */
function named(schema: object, name: string): Record<string, JsonSchema> {
  const { $defs: _defs, definitions: _definitions, ...root }: Record<string, unknown> = { ...schema };
  const found: Record<string, JsonSchema> = {};
  const take = (part: object, key: string): void => {
    found[key] = {};
    found[key] = mapSchema(part, ({ $ref, ...draft }) => {
      if (typeof $ref !== 'string') return draft;
      const target = name + $ref;
      if (found[target] === undefined) take($ref === '#' ? root : Object(findTarget($ref, schema)), target);
      return { ...draft, $ref: `#/$defs/${escapeSegment(target)}` };
    });
  };
  take(root, name);
  return found;
}

// N2
describe('a client of an MCP server', () => {
  it('has the types of hard schemas of the server', async () => {
    const { losses } = printMcpClient('hard server', createLock(HARD));
    expect(losses).toEqual([]);
    expect(await differencesOf(HARD)).toEqual([]);
  });

  it('has the types of random schemas, or names its losses', async () => {
    const samples = fc.sample(arbitrarySchema(2, 'open'), COUNT);
    const tools = samples.map(({ schema, $defs }, index) =>
      tool(`t ${index}`, { type: 'object', properties: { v: schema }, $defs }),
    );
    const whole = tools.filter((one) => printMcpClient('s', createLock([one])).losses.length === 0);
    expect(whole.length).toBeGreaterThan(COUNT * 0.2);
    expect(await differencesOf(whole)).toEqual([]);
  });
});
