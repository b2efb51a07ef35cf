import type { Message } from '@toolwright/contract';
import fc from 'fast-check';
import { Memory } from './memory.js';
import type { Observation } from './observation.js';
import { repairHistory } from './paired-history.js';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const seen = (content: string, more: Partial<Observation> = {}): Observation => ({
  type: 'tool',
  content,
  toolName: 'look',
  timestamp: 1,
  ...more,
});

// A2
describe('the messages of a memory', () => {
  it.each(['system', 'developer'] as const)(
    'have the %s message at index 0, wherever it was added',
    (role) => {
      const prompt: Message = { role, content: 'Be kind.' };
      const memory = new Memory({ messages: [user('1'), prompt, assistant('one')] });
      expect(memory.messages).toEqual([prompt, user('1'), assistant('one')]);
      const other: Message = { role: 'system', content: 'Be brief.' };
      memory.append([other]);
      expect(memory.messages).toEqual([other, user('1'), assistant('one')]);
    },
  );

  it.each(['system', 'developer'] as const)('are trimmed to maxHistory around the %s message', (role) => {
    const memory = new Memory({ messages: [{ role, content: 'Be kind.' }], maxHistory: 5 });
    for (let turn = 0; turn < 20; turn++) memory.append([user(`q${turn}`), assistant(`a${turn}`)]);
    expect(memory.messages.map((message) => message.content)).toEqual([
      'Be kind.',
      'q18',
      'a18',
      'q19',
      'a19',
    ]);
  });

  // H8
  it('are limited to a hundred by default, and cut by half of that', () => {
    const memory = new Memory({ messages: [{ role: 'system', content: 's' }] });
    const begins = new Set<string>();
    for (let turn = 0; turn < 300; turn++) {
      memory.append([user(`${turn}`)]);
      expect(memory.messages.length).toBeLessThanOrEqual(100);
      begins.add(String(memory.messages[1]?.content));
    }
    expect([...begins]).toEqual(['0', '50', '100', '150', '200', '250']);
    expect(memory.messages).toHaveLength(51);
  });

  it('begin with the same message, however much of a long conversation a memory is made from', () => {
    const all = Array.from({ length: 400 }, (_, turn) => user(`${turn}`));
    const begins = [150, 160, 199, 200, 201, 250, 251].map((count) => {
      return new Memory({ messages: all.slice(0, count) }).messages[0]?.content;
    });
    expect(begins).toEqual(['50', '100', '100', '100', '150', '150', '200']);
  });

  it('are not limited by Infinity', () => {
    const memory = new Memory({ maxHistory: Number.POSITIVE_INFINITY });
    for (let turn = 0; turn < 300; turn++) memory.append([user(`${turn}`)]);
    expect(memory.messages).toHaveLength(300);
    expect(Memory.fromJSON(JSON.parse(JSON.stringify(memory))).maxHistory).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([0, -1, Number.NaN])('cannot be limited by %d', (maxHistory) => {
    expect(() => new Memory({ maxHistory })).toThrow(`'maxHistory' is ${maxHistory}.`);
  });

  it('are a copy of their input', () => {
    const messages = [user('1')];
    const memory = new Memory({ messages });
    messages.push(user('2'));
    expect(memory.messages).toEqual([user('1')]);
  });
});

// B5
describe('observations', () => {
  const memory = new Memory({ maxHistory: 1 });
  const all = [
    seen('1'),
    seen('2', { type: 'error' }),
    seen('3', { toolName: 'find' }),
    seen('4'),
    seen('5'),
  ];
  for (const observation of all) memory.observe(observation);

  it('are all kept, oldest first', () => {
    expect(memory.observations()).toEqual(all);
  });

  it.each([
    [{ type: 'error' }, '2'],
    [{ toolName: 'look' }, '1245'],
    [{ last: 2 }, '45'],
    [{ last: 9 }, '12345'],
    [{ last: 0 }, ''],
    [{ type: 'tool', toolName: 'look', last: 2 }, '45'],
    [{ type: 'reasoning' }, ''],
  ] as const)('are filtered by %j', (filter, contents) => {
    expect(
      memory
        .observations(filter)
        .map((one) => one.content)
        .join(''),
    ).toBe(contents);
  });

  it('cannot be changed from outside', () => {
    memory.observations().pop();
    expect(memory.observations()).toHaveLength(5);
  });
});

describe('a fork', () => {
  it('is independent, and is merged as one block', () => {
    const memory = new Memory({ messages: [user('1')] });
    const a = memory.fork();
    const b = memory.fork();
    a.append([user('a')]);
    b.append([user('b')]);
    a.append([assistant('A')]);
    a.observe(seen('a'));
    expect(a.messages).toEqual([user('1'), user('a'), assistant('A')]);
    expect(memory.messages).toEqual([user('1')]);
    memory.commit(b);
    memory.commit(a);
    expect(memory.messages).toEqual([user('1'), user('b'), user('a'), assistant('A')]);
    expect(memory.observations()).toEqual([seen('a')]);
  });

  it('returns only new messages when it is committed again', () => {
    const memory = new Memory();
    const fork = memory.fork();
    fork.append([user('1')]);
    memory.commit(fork);
    memory.commit(fork);
    fork.append([user('2')]);
    memory.commit(fork);
    expect(memory.messages).toEqual([user('1'), user('2')]);
    expect(fork.messages).toEqual([user('1'), user('2')]);
  });

  it('returns everything it added, including what it trimmed', () => {
    const memory = new Memory({ maxHistory: 2 });
    const fork = memory.fork();
    for (const text of ['1', '2', '3']) fork.append([user(text)]);
    expect(fork.messages).toEqual([user('2'), user('3')]);
    expect(fork.added).toEqual([user('1'), user('2'), user('3')]);
  });

  it('may be forked itself', () => {
    const memory = new Memory();
    const fork = memory.fork();
    const twig = fork.fork();
    twig.append([user('1')]);
    fork.commit(twig);
    memory.commit(fork);
    expect(memory.messages).toEqual([user('1')]);
  });

  it('adds nothing after a reset', () => {
    const memory = new Memory({ messages: [{ role: 'system', content: 's' }, user('1')] });
    const fork = memory.fork();
    fork.append([user('old')]);
    fork.observe(seen('old'));
    memory.reset();
    memory.commit(fork);
    expect(memory.messages).toEqual([{ role: 'system', content: 's' }]);
    expect(memory.observations()).toEqual([]);
  });

  it('can only be merged into the memory that it comes from', () => {
    expect(() => new Memory().commit(new Memory().fork())).toThrow('not a fork');
    expect(() => new Memory().commit(new Memory())).toThrow('not a fork');
  });
});

// H8
describe('a history that was cut', () => {
  it('is copied unchanged, so that the next run begins with the same messages', () => {
    const memory = new Memory();
    const fork = memory.fork();
    for (let turn = 0; turn < 130; turn++) fork.append([user(`${turn}`)]);
    const live = memory.messages;
    memory.commit(fork);
    expect(memory.messages).toEqual(fork.messages);
    expect(live).toBe(memory.messages);
  });

  // H8
  it('is reported once, also if it was cut twice since the last report, or before the first run', () => {
    const memory = new Memory({
      maxHistory: 40,
      messages: Array.from({ length: 50 }, (_, at) => user(`${at}`)),
    });
    const fork = memory.fork();
    expect(memory.takeCut()).toBeUndefined();
    expect(fork.takeCut()).toEqual({ before: 50, after: 30 });
    expect(fork.takeCut()).toBeUndefined();
    for (let at = 0; at < 40; at++) fork.append([user(`later ${at}`)]);
    expect(fork.takeCut()).toEqual({ before: 41, after: 21 });
  });

  it('is not taken over if another run has added to the memory', () => {
    const memory = new Memory();
    const [one, other] = [memory.fork(), memory.fork()];
    for (let turn = 0; turn < 130; turn++) one.append([user(`${turn}`)]);
    other.append([user('other')]);
    memory.commit(other);
    memory.commit(one);
    expect(memory.messages.at(-1)?.content).toBe('129');
    expect(memory.messages.length).toBeLessThanOrEqual(100);
  });
});

describe('a message in a memory', () => {
  it('cannot be changed through its input, a copy, or an event', () => {
    const given = { role: 'user', content: [{ type: 'text', text: 'Hi' }] } as const;
    const memory = new Memory({ messages: [given] });
    Reflect.set(given.content[0], 'text', 'changed');
    const [message] = memory.messages;
    expect(message).toEqual({ role: 'user', content: [{ type: 'text', text: 'Hi' }] });
    expect(Object.isFrozen(message)).toBe(true);
    expect(Reflect.set(Object(message?.content), '0', 'changed')).toBe(false);
    expect(memory.fork().messages[0]).toBe(message);
  });

  it('contains no lone surrogates', () => {
    const half = '😀😀'.slice(0, 3);
    const call = {
      id: 'a',
      type: 'function',
      function: { name: 'look', arguments: `{"at":"${half}"}` },
    } as const;
    const memory = new Memory({
      messages: [
        user(half),
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'a', content: half },
      ],
    });
    memory.append([user(half)]);
    expect(JSON.stringify(memory.messages).isWellFormed()).toBe(true);
    expect(JSON.stringify(memory.messages)).not.toContain('\\ud83d');
  });
});

describe('a memory as JSON', () => {
  const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
  const message = fc.oneof(
    fc.string().map(user),
    fc.string().map(assistant),
    fc
      .webUrl()
      .map((url): Message => ({ role: 'user', content: [{ type: 'image_url', image_url: { url } }] })),
    fc.string().map((text): Message => ({ role: 'user', content: [{ type: 'text', text }] })),
    fc.constant<Message>({ role: 'assistant', content: null, tool_calls: [call] }),
    fc.string().map((content): Message => ({ role: 'tool', tool_call_id: 'a', content })),
    fc.string().map((content): Message => ({ role: 'developer', content })),
  );
  const observation = fc.record(
    {
      type: fc.constantFrom<Observation['type']>('tool', 'reasoning', 'error'),
      content: fc.string(),
      timestamp: fc.nat(),
      toolName: fc.string(),
    },
    { requiredKeys: ['type', 'content', 'timestamp'] },
  );

  it('is read back unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(message),
        fc.array(observation),
        fc.integer({ min: 1 }),
        (given, observations, maxHistory) => {
          const first = given.find(({ role }) => role === 'developer');
          const allowed = given.filter((one) => one.role !== 'developer' || one === first);
          const { messages } = repairHistory(allowed) ?? { messages: allowed };
          const memory = new Memory({ messages, observations, maxHistory });
          const copy = Memory.fromJSON(JSON.parse(JSON.stringify(memory)));
          expect(copy.messages).toEqual(memory.messages);
          expect(copy.observations()).toEqual(memory.observations());
          expect(copy.maxHistory).toBe(maxHistory);
        },
      ),
    );
  });

  it.each<[unknown, string]>([
    [null, 'it is not an object'],
    ['{}', 'it is not an object'],
    [{}, 'its version is undefined, but this package supports 1'],
    [{ version: 2 }, 'its version is 2'],
    [{ version: 1 }, "'messages' is not a list"],
    [{ version: 1, messages: [] }, "'observations' is not a list"],
    [{ version: 1, messages: [], observations: [], maxHistory: 0 }, "'maxHistory' is 0"],
    [{ version: 1, messages: [user('1'), { role: 'robot' }], observations: [] }, "'messages[1]' is invalid"],
    [{ version: 1, messages: [{ role: 'user' }], observations: [] }, "'messages[0]' is invalid"],
    [{ version: 1, messages: [{ role: 'tool', content: '' }], observations: [] }, "'messages[0]' is invalid"],
    [
      { version: 1, messages: [{ role: 'assistant', content: null, tool_calls: [{}] }], observations: [] },
      'messages[0]',
    ],
    [
      { version: 1, messages: [{ role: 'user', content: [{ type: 'sound' }] }], observations: [] },
      'messages[0]',
    ],
    [{ version: 1, messages: [], observations: [{ type: 'dream' }] }, "'observations[0]' is invalid"],
  ])('refuses %j', (state, reason) => {
    expect(() => Memory.fromJSON(state)).toThrow(
      expect.objectContaining({ code: 'INVALID_MESSAGE', message: expect.stringContaining(reason) }),
    );
  });
});
