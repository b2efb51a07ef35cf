import type { Message } from '@toolwright/contract';
import fc from 'fast-check';
import { unpaired } from '../run/collect.test.support.js';
import { Memory } from './memory.js';
import { trimHistory } from './trim-history.js';

const system: Message = { role: 'system', content: 'Be kind.' };
const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const step = (...ids: string[]): Message[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
  },
  ...ids.map((id): Message => ({ role: 'tool', tool_call_id: id, content: 'seen' })),
];

const isAside = (message: Message) => message.content === 'Go on.';

function trimmed(messages: readonly Message[], limit: number): Message[] {
  const list = [...messages];
  trimHistory(list, limit, isAside);
  return list;
}

// A2, B5
describe('trimHistory', () => {
  it('leaves a short history unchanged', () => {
    const history = [system, user('1'), assistant('one')];
    expect(trimmed(history, 3)).toEqual(history);
  });

  it('drops a result after the question if its call came before the question', () => {
    const [call, result] = step('a');
    if (!call || !result) throw new Error('A step is a call and its result.');
    expect(trimmed([call, user('1'), result], 1)).toEqual([user('1')]);
    expect(trimmed([system, call, user('1'), result, ...step('b')], 2)).toEqual([
      system,
      user('1'),
      ...step('b'),
    ]);
  });

  it('does not treat a message after a step as the question, and drops it with its step', () => {
    const aside = user('Go on.');
    const history = [system, user('1'), ...step('a'), aside, ...step('b'), aside, ...step('c'), aside];
    for (const limit of [5, 6, 7]) {
      expect(trimmed(history, limit)).toEqual([system, user('1'), ...step('c'), aside]);
    }
    expect(trimmed(history, 8)).toEqual([system, user('1'), ...step('b'), aside, ...step('c'), aside]);
    expect(trimmed([...history, user('2'), assistant('two')], 4)).toEqual([
      system,
      user('2'),
      assistant('two'),
    ]);
  });

  it('drops whole turns, the oldest first, and keeps the system message', () => {
    const history = [
      system,
      user('1'),
      ...step('a'),
      assistant('one'),
      user('2'),
      assistant('two'),
      user('3'),
    ];
    expect(trimmed(history, 7)).toEqual([system, user('2'), assistant('two'), user('3')]);
    expect(trimmed(history, 4)).toEqual([system, user('2'), assistant('two'), user('3')]);
    expect(trimmed(history, 3)).toEqual([system, user('3')]);
  });

  it('keeps the question of a long turn and drops its oldest tool calls', () => {
    const history = [
      system,
      user('0'),
      assistant('zero'),
      user('1'),
      ...step('a', 'b'),
      ...step('c'),
      ...step('d'),
    ];
    expect(trimmed(history, 6)).toEqual([system, user('1'), ...step('c'), ...step('d')]);
    expect(trimmed(history, 5)).toEqual([system, user('1'), ...step('d')]);
  });

  it('keeps the question and the latest step even beyond the limit', () => {
    const history = [system, user('1'), ...step('a'), ...step('b', 'c', 'd')];
    expect(trimmed(history, 2)).toEqual([system, user('1'), ...step('b', 'c', 'd')]);
    expect(trimmed([system, user('1'), user('2')], 1)).toEqual([system, user('2')]);
  });

  it('cuts between answers if there is no question', () => {
    const history = [...step('a'), assistant('one'), ...step('b'), assistant('two')];
    expect(trimmed(history, 4)).toEqual([assistant('one'), ...step('b'), assistant('two')]);
    expect(trimmed(history, 2)).toEqual([assistant('two')]);
  });

  it('accepts ids that repeat in every turn', () => {
    const history = [user('1'), ...step('a'), user('2'), ...step('a'), user('3'), ...step('a')];
    expect(trimmed(history, 7)).toEqual([user('2'), ...step('a'), user('3'), ...step('a')]);
  });
});

describe('any history, trimmed', () => {
  const block = fc.oneof(
    fc.string().map((text) => [user(text)]),
    fc.string().map((text) => [assistant(text)]),
    // Only a few ids, so that they repeat.
    fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }).map((ids) => step(...ids)),
  );
  const history = fc.tuple(fc.boolean(), fc.array(block, { maxLength: 30 })).map(([pinned, blocks]) => ({
    blocks,
    messages: [...(pinned ? [system] : []), ...blocks.flat()],
  }));
  const limit = fc.integer({ min: 1, max: 40 });

  it('keeps calls and their results together', () => {
    fc.assert(
      fc.property(history, limit, ({ messages }, max) =>
        expect(unpaired(trimmed(messages, max))).toEqual([]),
      ),
    );
  });

  it('keeps the system message at index 0, the last question, and the order', () => {
    fc.assert(
      fc.property(history, limit, ({ messages }, max) => {
        const left = trimmed(messages, max);
        expect(left.filter((message) => message.role === 'system')).toEqual(
          messages.filter((m) => m === system),
        );
        if (messages[0] === system) expect(left[0]).toBe(system);
        const question = messages.findLast((message) => message.role === 'user');
        if (question) expect(left).toContain(question);
        const places = left.map((message) => messages.lastIndexOf(message));
        if (messages.length > 0) expect(left.at(-1)).toBe(messages.at(-1));
        expect(places).toEqual([...places].sort((a, b) => a - b));
      }),
    );
  });

  it('stays within the limit, except for the question and the last step', () => {
    fc.assert(
      fc.property(history, limit, ({ messages, blocks }, max) => {
        const indivisible = (messages[0] === system ? 1 : 0) + 1 + (blocks.at(-1)?.length ?? 0);
        expect(trimmed(messages, max).length).toBeLessThanOrEqual(Math.max(max, indivisible));
      }),
    );
  });

  it('begins with a question if there is one', () => {
    fc.assert(
      fc.property(history, limit, ({ messages }, max) => {
        const left = trimmed(messages, max);
        if (left.length === messages.length || !messages.some((message) => message.role === 'user')) return;
        expect(left.find((message) => message !== system)?.role).toBe('user');
      }),
    );
  });

  it('is not changed by a second trimming', () => {
    fc.assert(
      fc.property(history, limit, ({ messages }, max) => {
        const once = trimmed(messages, max);
        expect(trimmed(once, max)).toEqual(once);
      }),
    );
  });
});

// H8
describe('a history that grows message by message', () => {
  const answer = assistant('an answer');

  it('loses the first turn, not the second one as well, where the first is half of it', () => {
    const turn = (answers: number) => [user('a question'), ...Array<Message>(answers).fill(answer)];
    const memory = new Memory({ maxHistory: 10, messages: [...turn(4), ...turn(3), user('the last')] });
    memory.append([answer]);
    expect(memory.messages).toEqual([...turn(3), user('the last'), answer]);
  });

  it('keeps the question of a turn that is too long to go at once', () => {
    const messages = [user('1'), answer, user('2'), ...step('a'), ...step('b'), ...step('c'), user('3')];
    const memory = new Memory({ maxHistory: 10, messages });
    memory.append([answer]);
    expect(memory.messages).toEqual([user('2'), ...step('c'), user('3'), answer]);
  });

  it('never loses more than three quarters at once, after turns and steps of any length', () => {
    const turns = fc.array(fc.array(fc.constantFrom('text', 'call'), { maxLength: 40 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.boolean(), fc.integer({ min: 10, max: 60 }), turns, (pinned, maxHistory, drawn) => {
        const memory = new Memory({ maxHistory, messages: pinned ? [system] : [] });
        for (const replies of drawn) {
          for (const block of [
            [user('?')],
            ...replies.map((one) => (one === 'call' ? step('a') : [answer])),
          ]) {
            const sent = memory.messages.length + block.length;
            memory.append(block);
            const dropped = sent - memory.messages.length;
            const must = Math.max(0, sent - maxHistory);
            expect(dropped).toBeGreaterThanOrEqual(must);
            if (must > 0) expect(dropped).toBeLessThanOrEqual(must - 1 + Math.floor((maxHistory * 3) / 4));
            expect(unpaired(memory.messages)).toEqual([]);
            expect(memory.messages[pinned ? 1 : 0]?.role).toBe('user');
          }
        }
      }),
    );
  });
});
