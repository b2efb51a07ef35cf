import {
  type FormerNames,
  isToolwrightError,
  type JsonObject,
  type JsonSchema,
  type ToolAnnotations,
} from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import fc from 'fast-check';
import { cases } from '../../../../scripts/thorough.mjs';
import { Agent } from '../agent/agent.js';
import { findStaleCall, holdTools } from './held-tools.js';

interface Version {
  readonly name?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly annotations?: ToolAnnotations;
  readonly was?: FormerNames;
}

const TEXT = { type: 'string' } as const;
const PAY: Version = {
  properties: { to: TEXT, amount: { type: 'number' }, currency: { ...TEXT, default: 'EUR' } },
  required: ['to', 'amount'],
  annotations: { needsApproval: true, destructive: true },
};

/** One version of the program, with `pay` and the others. */
function programWith(...versions: readonly Version[]) {
  const ran: [string, JsonObject][] = [];
  const registry = new ToolRegistry();
  for (const version of versions) {
    const { name = 'pay', properties = {}, required = [], annotations = {}, was } = { ...PAY, ...version };
    const { description = `Does ${name}.` } = version;
    registry.register(
      new FunctionTool({
        name,
        description,
        parameters: { type: 'object', properties, required, additionalProperties: false },
        annotations,
        ...(was && { was }),
        fn: (args: JsonObject) => {
          ran.push([name, args]);
          return 'done';
        },
      }),
    );
  }
  return { ran, registry };
}

const DRY = { type: 'boolean', default: true } as const;
const options = (dry: boolean): JsonSchema => ({
  type: 'object',
  properties: { dry: { type: 'boolean', default: dry } },
  additionalProperties: false,
  default: {},
});
const CALL = { toolCalls: [{ id: 'p', name: 'pay', arguments: { to: 'Ada', amount: 5 } }] };

async function pausedWith(before: readonly Version[], reply: typeof CALL | object = CALL) {
  const { registry } = programWith(...before);
  const llmClient = scriptedModel([reply as typeof CALL]);
  const { paused } = await new Agent({ llmClient, toolRegistry: registry, approvalKey: false }).run('go');
  return JSON.parse(JSON.stringify(paused));
}

/** Pauses under one version, and resumes under another. */
async function resume(before: readonly Version[], after: readonly Version[], reply: object = CALL) {
  const paused = await pausedWith(before, reply);
  const { registry, ran } = programWith(...after);
  const llmClient = scriptedModel(['Done.']);
  const agent = new Agent({ llmClient, toolRegistry: registry, approvalKey: false });
  try {
    const { toolCalls } = await agent.resume(paused, { p: { approved: true } });
    return { ran, toolCalls };
  } catch (error) {
    if (!isToolwrightError(error)) throw error;
    expect(ran).toEqual([]);
    expect(error.code).toBe('STALE_RUN');
    return { stale: error.message };
  }
}

// F6
describe('a paused run', () => {
  it('goes on with a tool that was renamed, and with renamed arguments', async () => {
    const renamed: Version = {
      ...PAY,
      name: 'transfer',
      properties: { recipient: TEXT, amount: { type: 'number' }, currency: { ...TEXT, default: 'EUR' } },
      required: ['recipient', 'amount'],
      was: { tool: ['pay'], parameters: { to: 'recipient' } },
    };
    const { ran, toolCalls } = await resume([PAY], [renamed]);
    expect(ran).toEqual([['transfer', { recipient: 'Ada', amount: 5, currency: 'EUR' }]]);
    expect(toolCalls).toMatchObject([{ name: 'transfer', calledAs: 'pay' }]);
    const { was: _, ...unnamed } = renamed;
    expect(await resume([PAY], [unnamed])).toEqual({
      stale: expect.stringContaining("The call 'p' no longer fits: the tool 'pay' is gone."),
    });
  });

  it('goes on where a schema takes more, or the call is one that it takes', async () => {
    const wider = { properties: { ...PAY.properties, note: TEXT } };
    expect((await resume([PAY], [wider])).ran).toHaveLength(1);
    const narrower = { properties: { ...PAY.properties, amount: { type: 'number', maximum: 10 } } } as const;
    expect((await resume([PAY], [narrower])).ran).toHaveLength(1);
  });

  it('names the tool, the place and the change of what no longer fits', async () => {
    const narrower = { properties: { ...PAY.properties, amount: { type: 'number', maximum: 4 } } } as const;
    expect((await resume([PAY], [narrower])).stale).toContain(
      "The call 'p' no longer fits: amount must be at most 4; got 5. " +
        "'pay' has changed: /parameters/properties/amount/maximum: ",
    );
    const asks = { annotations: { destructive: true } };
    expect((await resume([PAY], [asks])).stale).toContain(
      "'pay' has changed: /annotations/needsApproval: `needsApproval` was true and is not set.",
    );
  });

  it('does not go on with another default that the call relies on', async () => {
    const dollars = { properties: { ...PAY.properties, currency: { ...TEXT, default: 'USD' } } };
    expect((await resume([PAY], [dollars])).stale).toContain(
      '/parameters/properties/currency/default: the default was "EUR" and is "USD"',
    );
    const given = {
      toolCalls: [{ id: 'p', name: 'pay', arguments: { to: 'Ada', amount: 5, currency: 'EUR' } }],
    };
    expect((await resume([PAY], [dollars], given)).ran).toHaveLength(1);
  });

  it('does not go on if tools have swapped their names', async () => {
    const other = { ...PAY, name: 'refund', annotations: { needsApproval: true } };
    const swapped = [
      { ...other, name: 'pay' },
      { ...PAY, name: 'refund' },
    ];
    const { stale } = await resume([PAY, other], swapped);
    expect(stale).toContain("'refund' is now 'pay', so the call would reach another tool.");
  });

  it.each<[string, Version]>([
    ['an equal tool', {}],
    ['one that takes more', { properties: { ...PAY.properties, note: TEXT } }],
    ['the tool that had the other name', { was: { tool: ['transfer'] } }],
  ])('does not go on if %s has got the name of a tool that was renamed', async (_, taker) => {
    const renamed = { ...PAY, name: 'transfer', was: { tool: ['pay'] } };
    const { stale } = await resume(
      [PAY, { ...PAY, name: 'look' }],
      [renamed, { ...taker, description: 'Charges.' }],
    );
    expect(stale).toContain("'pay' is now 'transfer', and another tool has its former name");
  });

  it('goes on if another tool had the name already when the call was made', async () => {
    const renamed = { ...PAY, name: 'transfer', was: { tool: ['pay'] } };
    const again = { ...renamed, name: 'send', was: { tool: ['transfer', 'pay'] } };
    expect((await resume([renamed, PAY], [renamed, PAY])).ran).toMatchObject([['pay', {}]]);
    expect((await resume([renamed, PAY], [PAY, again])).ran).toMatchObject([['pay', {}]]);
  });

  it('does not go on if tools that take the same have swapped their names', async () => {
    const before = [
      { ...PAY, description: 'Pays.' },
      { ...PAY, name: 'drop', description: 'Drops.' },
    ];
    const after = [
      { ...PAY, description: 'Drops.' },
      { ...PAY, name: 'drop', description: 'Pays!' },
    ];
    const swapped = after.map((one) => (one.name === 'drop' ? { ...one, description: 'Pays.' } : one));
    expect((await resume(before, swapped)).stale).toContain("'pay' is now 'drop'");
    expect((await resume(before, after)).ran).toHaveLength(1);
  });

  it('goes on if tools have changed on their own, and one is what another was', async () => {
    const wider = { properties: { ...PAY.properties, note: TEXT } };
    const widest = { properties: { ...wider.properties, memo: TEXT } };
    const before = [PAY, { ...wider, name: 'refund' }];
    expect((await resume(before, [wider, { ...widest, name: 'refund' }])).ran).toHaveLength(1);
    expect((await resume(before, [wider])).ran).toHaveLength(1);
    expect((await resume(before, [{ ...wider, description: 'Refunds.' }])).stale).toContain(
      "'refund' is now 'pay'",
    );
  });

  it('does not go on if three tools have passed their names on', async () => {
    const versions = ['a', 'b', 'c'].map((note) => ({ properties: { ...PAY.properties, [note]: TEXT } }));
    const named = (order: readonly number[]) =>
      ['pay', 'refund', 'charge'].map((name, index) => ({ ...versions[order[index] ?? 0], name }));
    const { stale } = await resume(named([0, 1, 2]), named([1, 2, 0]));
    expect(stale).toContain("'refund' is now 'pay'");
  });

  it('is not stopped by a call that was refused before', async () => {
    const wrong = {
      toolCalls: [...CALL.toolCalls, { id: 'q', name: 'look', arguments: { place: 5 } }],
    };
    const look: Version = { name: 'look', properties: { place: TEXT }, required: [], annotations: {} };
    const narrower = { ...look, properties: { place: { ...TEXT, maxLength: 5 } } };
    const { ran } = await resume([PAY, look], [PAY, narrower], wrong);
    expect(ran).toEqual([['pay', { to: 'Ada', amount: 5, currency: 'EUR' }]]);
  });

  it.each<[string, Version, Version, object?]>([
    [
      'a default inside another has changed',
      { properties: { ...PAY.properties, options: options(true) } },
      { properties: { ...PAY.properties, options: options(false) } },
    ],
    [
      'a default inside another is gone with its member',
      { properties: { ...PAY.properties, options: options(true) } },
      { properties: { ...PAY.properties, options: { ...options(true), properties: {} } } },
    ],
    [
      'an argument that had a default is gone',
      { properties: { ...PAY.properties, dry: DRY } },
      { properties: { ...PAY.properties } },
    ],
    [
      'null meant the default, and is a value',
      { properties: { ...PAY.properties, dry: DRY } },
      { properties: { ...PAY.properties, dry: { type: ['boolean', 'null'], default: true } } },
      { dry: null },
    ],
    [
      'arguments with defaults have become one',
      { properties: { ...PAY.properties, dry: DRY, safe: { ...DRY, default: false } } },
      {
        properties: { ...PAY.properties, mode: { ...DRY, default: false } },
        was: { parameters: { dry: 'mode', safe: 'mode' } },
      },
    ],
    [
      'arguments with defaults have become one, in another order',
      { properties: { ...PAY.properties, safe: { ...DRY, default: false }, dry: DRY } },
      {
        properties: { ...PAY.properties, mode: { ...DRY, default: false } },
        was: { parameters: { dry: 'mode', safe: 'mode' } },
      },
    ],
    [
      'a text is no longer read as the number that it shows',
      PAY,
      { properties: { ...PAY.properties, amount: { type: ['number', 'string'] } } },
      { amount: '5' },
    ],
  ])('does not go on with another value: %s', async (_, before, after, args = {}) => {
    const reply = {
      toolCalls: [{ id: 'p', name: 'pay', arguments: { to: 'Ada', amount: 5, ...args } }],
    };
    expect((await resume([before], [before], reply)).ran).toHaveLength(1);
    expect((await resume([before], [after], reply)).stale).toContain("'pay' has changed");
  });

  it('goes on where a default is not used: none is given for null, and new arguments have their own', async () => {
    const dry = { properties: { ...PAY.properties, dry: DRY } };
    expect((await resume([PAY], [dry])).ran).toHaveLength(1);
    const nullable = {
      properties: { ...PAY.properties, dry: { type: ['boolean', 'null'], default: true } },
    } as const;
    expect((await resume([dry], [nullable])).ran).toHaveLength(1);
  });

  it('does not take an argument that is named default for a default', async () => {
    const named = { properties: { ...PAY.properties, default: TEXT } };
    expect((await resume([named], [PAY])).ran).toHaveLength(1);
    const required = { ...named, required: ['to', 'amount', 'default'] };
    expect((await resume([named], [required])).stale).toContain('"default" is required now');
  });

  it('keeps to the tools that it might use, under their present names', async () => {
    const { registry } = programWith(PAY, { ...PAY, name: 'look' });
    const llmClient = scriptedModel([CALL]);
    const agent = new Agent({ llmClient, toolRegistry: registry, approvalKey: false });
    const { paused } = await agent.run('go', { tools: ['pay'] });
    const next = programWith({ ...PAY, name: 'transfer', was: { tool: ['pay'] } }, { ...PAY, name: 'look' });
    const model = scriptedModel(['Done.']);
    const other = new Agent({ llmClient: model, toolRegistry: next.registry, approvalKey: false });
    await other.resume(paused, { p: { approved: true } });
    expect(next.ran).toHaveLength(1);
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['transfer']);
  });

  it('is judged by what it says of its tools, however damaged that is', async () => {
    const paused = await pausedWith([PAY]);
    for (const held of [{ pay: {} }, { pay: { parameters: 5, annotations: {} } }, { pay: 'x' }, {}]) {
      const { registry } = programWith({ properties: { ...PAY.properties, note: TEXT } });
      const agent = new Agent({ llmClient: scriptedModel([]), toolRegistry: registry, approvalKey: false });
      const resumed = agent.resume({ ...paused, data: { ...paused.data, held } }, { p: { approved: true } });
      await expect(resumed).rejects.toMatchObject({ code: 'STALE_RUN' });
    }
  });
});

// F6
it('a call that fits is one that both tools take with the same values', () => {
  const schemas: readonly JsonSchema[] = [
    TEXT,
    { type: 'string', maxLength: 2 },
    { type: 'number' },
    { type: 'integer', minimum: 1 },
    { type: ['string', 'null'] },
    { type: 'string', default: 'a' },
    { type: 'string', default: 'b' },
  ];
  const version = fc.record({ a: fc.constantFrom(...schemas), b: fc.constantFrom(...schemas) });
  const values = fc.oneof(fc.constantFrom('a', 'abc', 1, 0, null), fc.string({ maxLength: 4 }));
  const calls = fc.dictionary(fc.constantFrom('a', 'b'), values);
  const property = fc.property(version, version, calls, (one, other, args) => {
    const [before, after] = [one, other].map((properties) => programWith({ properties, required: [] }));
    if (before === undefined || after === undefined) return;
    const held = holdTools(before.registry.listTools(), ['pay']).pay;
    if (held === undefined) throw new Error('no tool');
    const problem = findStaleCall({ name: 'pay', args }, held, after.registry.listTools());
    if (problem !== undefined) return;
    const [was, is] = [before, after].map(({ registry }) =>
      registry.validate('pay', args, { coercion: 'safe' }),
    );
    // What was right is right, and nothing that is left out has another default.
    if (was?.ok) expect(is?.ok).toBe(true);
    for (const name of ['a', 'b'] as const) {
      if (Object.hasOwn(args, name) || !was?.ok) continue;
      expect(other[name].default).toEqual(one[name].default);
    }
  });
  fc.assert(property, { numRuns: cases(100, 500) });
});
