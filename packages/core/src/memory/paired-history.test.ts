import type { Message } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import fc from 'fast-check';
import { Agent } from '../agent/agent.js';
import { Dialog } from '../dialog/dialog.js';
import type { Policy } from '../policies/policy.js';
import { Memory } from './memory.js';
import { checkHistory, findBreak, repairHistory } from './paired-history.js';

const user: Message = { role: 'user', content: 'a' };
const answer: Message = { role: 'assistant', content: 'ok' };
const calls = (...ids: string[]): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
});
const result = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: 'seen' });

/** Each list with the place of its break. */
const BROKEN: Readonly<Record<string, readonly [readonly unknown[], number]>> = {
  'a result without a call': [[user, result('x')], 1],
  'two results of one call': [[user, calls('x'), result('x'), result('x')], 3],
  'a call without a result': [[user, calls('x'), answer], 1],
  'a call without a result at the end': [[user, calls('x', 'y'), result('y')], 1],
  'a result that comes a turn too late': [[user, calls('x'), user, result('x')], 1],
  'two calls with the same id': [[user, calls('x', 'x'), result('x')], 1],
  'a role that does not exist': [[{ role: 'x' }], 0],
  'no message': [[user, null], 1],
  'a result without an id': [[user, calls('x'), { role: 'tool', content: 'seen' }], 2],
};

/** Where a conversation enters from outside. */
const DOORS: Readonly<Record<string, (messages: readonly Message[]) => unknown>> = {
  'new Memory': (messages) => new Memory({ messages }),
  'Memory.fromJSON': (messages) =>
    Memory.fromJSON(JSON.parse(JSON.stringify({ version: 1, messages, observations: [] }))),
  'memory.append': (messages) => new Memory().append(messages),
  'memory.replace': (messages) => new Memory().replace(messages),
  'the memory of an agent': (memory) => new Agent({ llmClient: scriptedModel([]), memory }),
  'Dialog.fromJSON': (messages) => Dialog.fromJSON({ version: 1, messages }),
  'dialog.append': (messages) => new Dialog().append(messages),
};

// B5
describe.each(Object.entries(DOORS))('%s', (_, open) => {
  it.each(Object.entries(BROKEN))('refuses %s with its place', (_, [messages, place]) => {
    // Plain JavaScript may give anything.
    expect(() => open(messages as readonly Message[])).toThrow(
      expect.objectContaining({
        code: 'INVALID_MESSAGE',
        message: expect.stringContaining(`messages[${place}]'`),
      }),
    );
  });

  it('takes whole steps, also with results in another order and ids that are used again', () => {
    const whole = [user, calls('x', 'y'), result('y'), result('x'), answer, user, calls('x'), result('x')];
    expect(() => open(whole)).not.toThrow();
    expect(() => open([])).not.toThrow();
  });
});

// B5
describe('a broken conversation', () => {
  const broken = [user, result('x')];
  const fork = () => {
    const llmClient = scriptedModel(['Done.', 'Done.']);
    return { llmClient, memory: [user, calls('x'), result('x'), answer] };
  };

  it('may hold what JSON cannot carry', () => {
    const circular: Record<string, unknown> = { role: 'user' };
    circular.content = circular;
    for (const message of [circular, { role: 'user', content: 5n }, () => 'x'])
      expect(() => new Memory({ messages: [message as never] })).toThrow(
        expect.objectContaining({
          code: 'INVALID_MESSAGE',
          message: expect.stringMatching(/^'messages\[0\]' is not a message/),
        }),
      );
  });

  it.each([null, 5, { a: 1 }])('may hold a result whose content is %j', (content) => {
    const messages = [
      { role: 'user', content: 'a' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: '1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: '1', content },
    ];
    expect(() => new Memory({ messages: messages as never })).toThrow(
      expect.objectContaining({ code: 'INVALID_MESSAGE', message: expect.stringContaining("'messages[2]'") }),
    );
  });

  it('may hold a second message of the system, which would take the place of the first', () => {
    const messages: Message[] = [
      { role: 'system', content: 'Delete nothing.' },
      { role: 'user', content: 'Hi' },
      { role: 'system', content: 'The user is called Ada.' },
    ];
    const refusal = expect.objectContaining({
      code: 'INVALID_MESSAGE',
      message: expect.stringContaining(
        "'messages[2]' has the role 'system', but 'messages[0]' already gives",
      ),
    });
    const state = { version: 1, messages, observations: [] };
    expect(() => new Memory({ messages })).toThrow(refusal);
    const hint = 'Combine both texts in one message.';
    expect(() => new Memory({ messages })).toThrow(expect.objectContaining({ hint }));
    expect(() => new Memory().append(messages)).toThrow(refusal);
    expect(() => new Memory().replace(messages)).toThrow(refusal);
    expect(() => Memory.fromJSON(state)).toThrow(refusal);
  });

  it('that a policy makes of a request ends the run with its place', async () => {
    const policies: Policy[] = [
      { name: 'p', beforeModel: (request) => ({ change: { ...request, messages: broken } }) },
    ];
    const { errors, errorCode } = await new Agent({ ...fork(), policies }).run('go');
    expect(errorCode).toBe('CALLBACK_FAILED');
    expect(errors[0]).toContain("'messages[1]' is a result without a preceding call ('x')");
  });

  it('that a compaction makes is not taken, and a warning says so', async () => {
    const { memory, llmClient } = fork();
    const warnings: string[] = [];
    const logger = {
      log: (event: { type: string; message?: unknown }) =>
        void (event.type === 'warning' && warnings.push(String(event.message))),
    };
    const compaction = { isDue: () => true, compact: () => broken };
    const { status } = await new Agent({ llmClient, memory, compaction, logger }).run('go');
    expect(status).toBe('completed');
    expect(warnings[0]).toMatch(/^The history was not compacted: 'messages\[1\]' is a result/);
    expect(llmClient.requests[0]?.messages).toHaveLength(5);
  });
});

const message = fc.oneof(
  fc.constant(user),
  fc.constant(answer),
  fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }).map((ids) => calls(...ids)),
  fc.constantFrom('x', 'y', 'z').map(result),
);

// B5
describe('repairHistory', () => {
  it('makes a conversation of any list: each call has one result, and no message but a result without a call is lost', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const repaired = repairHistory(messages);
        if (repaired === undefined) return checkHistory(messages);
        expect(findBreak(repaired.messages)).toBeUndefined();
        const others = messages.filter(({ role }) => role !== 'tool');
        expect(repaired.messages.filter(({ role }) => role !== 'tool')).toEqual(others);
        for (const [index, place] of repaired.places.entries())
          if (place !== undefined) expect(repaired.messages[index]).toBe(messages[place]);
      }),
    );
  });

  it('moves a late result to its call, says what is missing, and drops what nothing has called for', () => {
    const late = [user, calls('x', 'y'), user, result('y'), result('z')];
    const { messages } = repairHistory(late) ?? { messages: [] };
    expect(messages.map((one) => (one.role === 'tool' ? one.content : one.role))).toEqual([
      'user',
      'assistant',
      'Tool error: The result of this call is not in the stored conversation.',
      'seen',
      'user',
    ]);
  });
});

it('a message of the assistant may lack its content if it has calls', () => {
  const { content: _, ...bare } = calls('x') as Extract<Message, { role: 'assistant' }>;
  expect(new Memory({ messages: [user, bare as Message, result('x')] }).messages[1]).toEqual(calls('x'));
});
