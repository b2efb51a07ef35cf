import type { JsonSchema } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { typedSchema } from '@toolwright/tools';
import * as z from 'zod';
import { Agent } from '../agent/agent.js';
import type { Policy } from './policy.js';
import { redact } from './shipped/redact.js';

class Money {
  constructor(readonly note: string) {}
  static fromJSON(json: unknown): Money {
    return new Money(String(json));
  }
  toJSON(): string {
    return this.note;
  }
}

interface Report {
  title: string;
  at: Date;
  members: Map<string, string>;
  days: Set<string>;
  pairs: Map<number, string>;
  bytes: Uint8Array;
  count: bigint;
  money: Money;
}

const text = { type: 'string' } as const;
const schema: JsonSchema = {
  type: 'object',
  properties: {
    title: text,
    at: { type: 'string', format: 'date-time' },
    members: { type: 'object', additionalProperties: text },
    days: { type: 'array', items: text, uniqueItems: true },
    pairs: {
      type: 'array',
      items: { type: 'array', prefixItems: [{ type: 'number' }, text], minItems: 2, items: false },
    },
    bytes: { type: 'string', contentEncoding: 'base64' },
    count: { type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' },
    money: text,
  },
  required: ['title', 'at', 'members', 'days', 'pairs', 'bytes', 'count', 'money'],
  additionalProperties: false,
};

const ReportSchema = typedSchema<Report>('Report', schema, {
  value: {
    kind: 'object',
    properties: {
      at: { kind: 'date' },
      members: { kind: 'map', form: 'object' },
      days: { kind: 'set' },
      pairs: { kind: 'map', form: 'pairs' },
      bytes: { kind: 'bytes' },
      count: { kind: 'bigint' },
      money: { kind: 'class', name: 'Money' },
    },
  },
  classes: { Money: () => Money },
});

const ANSWER = {
  title: 't',
  at: '2020-01-01T00:00:00.000Z',
  members: { ann: 'x', bob: 'y' },
  days: ['mon', 'tue'],
  pairs: [[1, 'a']],
  bytes: 'AAEC',
  count: '12345678901234567890',
  money: '5 EUR',
};

const VALUE: Report = {
  title: 't',
  at: new Date('2020-01-01T00:00:00.000Z'),
  members: new Map([
    ['ann', 'x'],
    ['bob', 'y'],
  ]),
  days: new Set(['mon', 'tue']),
  pairs: new Map([[1, 'a']]),
  bytes: new Uint8Array([0, 1, 2]),
  count: 12345678901234567890n,
  money: new Money('5 EUR'),
};

const SECRET = 'card 4111-2222';
const cards = redact({ card: /4111-\d{4}/ });

async function run(policy: Policy, answer: object, before = '') {
  const llmClient = scriptedModel([before + JSON.stringify(answer)]);
  const agent = new Agent({ llmClient, policies: [policy] });
  const result = await agent.run('go', { output: ReportSchema });
  return { ...result, memory: JSON.stringify(agent.memory) };
}

// H2
describe('redact, about an output with objects of its type,', () => {
  it('keeps all of it where it finds nothing', async () => {
    const { status, output, finalResponse, errors } = await run(cards, ANSWER);
    expect({ status, output, errors }).toEqual({ status: 'completed', output: VALUE, errors: [] });
    expect(JSON.parse(finalResponse)).toEqual(ANSWER);
  });

  it.each<[string, object, Partial<Report>]>([
    ['a text', { title: SECRET }, { title: 'card [card]' }],
    ['the value of a map', { members: { ann: SECRET } }, { members: new Map([['ann', 'card [card]']]) }],
    ['the key of a map', { members: { [SECRET]: 'x' } }, { members: new Map([['card [card]', 'x']]) }],
    ['an entry of a map', { pairs: [[1, SECRET]] }, { pairs: new Map([[1, 'card [card]']]) }],
    ['a set', { days: ['mon', SECRET] }, { days: new Set(['mon', 'card [card]']) }],
    ['an object of a class', { money: SECRET }, { money: new Money('card [card]') }],
  ])('removes what it finds in %s, and nothing else', async (_, answer, cleaned) => {
    const result = await run(cards, { ...ANSWER, ...answer });
    expect(result).toMatchObject({ status: 'completed', errors: [] });
    expect(result.output).toEqual({ ...VALUE, ...cleaned });
    expect(result.output?.members).toBeInstanceOf(Map);
    expect(result.output?.money).toBeInstanceOf(Money);
    for (const shown of [result.finalResponse, JSON.stringify(result.messages), result.memory])
      expect(shown).not.toContain('4111');
  });

  it('removes what it finds beside it', async () => {
    const { output, finalResponse } = await run(cards, ANSWER, `For ${SECRET}: `);
    expect(output).toEqual(VALUE);
    expect(finalResponse).toContain('For card [card]: {');
  });

  it('ends the run where the cleaned value would not be valid, and shows nothing of it', async () => {
    const result = await run(redact({ day: /2020/ }), ANSWER);
    expect(result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
    expect(result.errors[0]).toMatch(
      /^The answer that the policy 'redact' returned is invalid: .* at must be/,
    );
    expect(JSON.stringify(result)).not.toContain('2020');
  });
});

// H2
describe('a policy that changes an output with objects of its type', () => {
  const changing = (change: (output: Report, json: object) => object): Policy => ({
    name: 'changing',
    onOutput: ({ text, output, json }) => ({ change: { text, ...change(output as Report, json as object) } }),
  });

  it('loses nothing of what it leaves', async () => {
    const result = await run(
      changing((output) => ({ output: { ...output, title: 'new', members: new Map([['eve', 'z']]) } })),
      ANSWER,
    );
    expect(result.errors).toEqual([]);
    expect(result.output).toEqual({ ...VALUE, title: 'new', members: new Map([['eve', 'z']]) });
    expect(JSON.parse(result.finalResponse)).toEqual({ ...ANSWER, title: 'new', members: { eve: 'z' } });
  });

  it('may change its JSON', async () => {
    const result = await run(
      changing((_, json) => ({ json: { ...json, count: '7' } })),
      ANSWER,
    );
    expect(result.output).toEqual({ ...VALUE, count: 7n });
  });

  it('shows the next policy the value that its change gives', async () => {
    const seen: unknown[] = [];
    const llmClient = scriptedModel([JSON.stringify(ANSWER)]);
    const policies: Policy[] = [
      changing((_, json) => ({ json: { ...json, count: '7' } })),
      { name: 'next', onOutput: ({ output, json, text }) => void seen.push(output, json, JSON.parse(text)) },
    ];
    await new Agent({ llmClient, policies }).run('go', { output: ReportSchema });
    const changed = { ...ANSWER, count: '7' };
    expect(seen).toEqual([{ ...VALUE, count: 7n }, changed, changed]);
  });

  it.each<[object, string]>([
    [{ members: { a: 'x' } }, 'members must be a Map; got an object.'],
    [{ count: 7 }, 'count must be a bigint; got 7.'],
    [{ title: 7n }, 'output.title is a BigInt, which JSON cannot carry.'],
    [{ title: Number.NaN }, 'output.title is NaN, which JSON cannot carry.'],
  ])('to %j fails by its name', async (change, problem) => {
    const { status, errorCode, errors } = await run(
      changing((output) => ({ output: { ...output, ...change } })),
      ANSWER,
    );
    expect({ status, errorCode }).toEqual({ status: 'error', errorCode: 'CALLBACK_FAILED' });
    expect(errors).toEqual([`The answer that the policy 'changing' returned is invalid: ${problem}`]);
  });

  it('sees JSON of a schema of another library, also where that makes other values', async () => {
    const output = z.object({ at: z.string().transform((at) => new Date(at)), to: z.string() });
    const llmClient = scriptedModel([`{"at":"2020-01-01","to":"${SECRET}"}`]);
    const result = await new Agent({ llmClient, policies: [cards] }).run('go', { output });
    expect(result.output).toEqual({ at: new Date('2020-01-01'), to: 'card [card]' });
  });

  it('cannot give an output to a run that asks for none', async () => {
    const llmClient = scriptedModel(['Hello.']);
    const policies = [changing(() => ({ output: 5 }))];
    const { errorCode, errors } = await new Agent({ llmClient, policies }).run('go');
    expect(errorCode).toBe('CALLBACK_FAILED');
    expect(errors).toEqual(["The policy 'changing' returned an output, but the run requests none."]);
  });

  it('cannot change it in place', async () => {
    const schemaOfText = { type: 'object', properties: { to: text }, required: ['to'] } as const;
    const llmClient = scriptedModel(['{"to":"Ann"}']);
    const policies: Policy[] = [
      { name: 'inside', onOutput: ({ output }) => void Object.assign(output as object, { to: 5 }) },
    ];
    const result = await new Agent({ llmClient, policies }).run('go', { output: schemaOfText });
    expect(result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
  });
});
