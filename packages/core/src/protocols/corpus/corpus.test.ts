import { growth } from '../../../../../scripts/growth.mjs';
import { blockScanner, decisionScanner, readDecisions, readXmlReply } from '../read-reply.js';
import { block, decision } from '../wording.test.support.js';
import { floods } from './floods.test.support.js';
import { type HostileReply, hostileReplies } from './hostile-replies.test.support.js';
import { doubtful } from './places.test.support.js';

interface Read {
  readonly shown: string;
  readonly runs: readonly string[];
}

function read({ protocol, content, cut = false }: HostileReply): Read {
  if (protocol === 'xml') {
    const { text, calls } = readXmlReply(content, undefined, cut);
    return { shown: text, runs: calls.flatMap((call) => (call.ok ? [call.name] : [])) };
  }
  const { text, calls } = readDecisions(content, undefined, cut);
  const [first] = calls;
  const answer = first?.action === 'respond' ? first.response : '';
  const runs = calls.flatMap((call) =>
    call.action === 'tool' && call.problem === undefined ? [call.name] : [],
  );
  return { shown: text + (text && answer && '\n\n') + answer, runs };
}

function stream({ protocol, content, cut = false }: HostileReply, size: number): string {
  const scanner = protocol === 'xml' ? blockScanner() : decisionScanner();
  let shown = '';
  for (let at = 0; at < content.length; at += size) shown += scanner.push(content.slice(at, at + size));
  return shown + scanner.end(cut);
}

/** A stream cannot take text back when `</think>` reveals that it was a thought. */
const isLone = ({ name }: HostileReply): boolean => name.includes(' alone');

// B3, D2
describe('hostile replies', () => {
  it('are at least 400', () => {
    expect(hostileReplies.length).toBeGreaterThanOrEqual(400);
  });

  it('run only the calls that the model makes', () => {
    const wrong = hostileReplies.filter((reply) => read(reply).runs.join() !== reply.runs.join());
    expect(wrong.map(({ protocol, name }) => `${protocol}: ${name}`)).toEqual([]);
  });

  it('show no thought and no part of a call', () => {
    const wrong = hostileReplies.filter(
      (reply) => reply.hidden !== undefined && read(reply).shown.includes(reply.hidden),
    );
    expect(wrong.map(({ protocol, name }) => `${protocol}: ${name}`)).toEqual([]);
  });

  it.each([1, 7, 1_000_000])('show the same text when they are streamed in pieces of %i', (size) => {
    const wrong = hostileReplies.filter(
      (reply) => !isLone(reply) && stream(reply, size) !== read(reply).shown,
    );
    expect(wrong.map(({ protocol, name }) => `${protocol}: ${name}`)).toEqual([]);
  });
});

const answers = [
  'Say "</think>" to close it.',
  'Write “</think>” at its end.',
  'Write `</think>` and `[/THINK]` at its end.',
  'Magistral begins with [THINK], others do not [1].',
  'A list [ a, [b], [THIN] ] and ◁ or ▷.',
  'Tags:\n<think> opens a thought.\nThat is all.',
  'Models write <think>…</think> there.',
  '```\n<think>\n```\nThat is how it begins.',
  'The token <|im_end|> ends a turn, <|channel|> names a channel.',
  'Hello <|im_end|> is a mark, "<|eot_id|>" as well.',
  'The text "Hi<|im_end|>" and `</s>` and (<|user|>) there.',
  'A turn ends with <|im_end|>.',
  'Others have <|foo|>, <unused94> and [INST] there.',
  'I think so </think> it says.',
  'The marks of Mistral:\n[INST](https://a.b)',
  'A stray ` tick, <|im_end|> and </s> there.',
  'Models write <think> and </think> around thoughts. Ok?',
  'Mistral writes [THINK] and [/THINK] around thoughts. Ok?',
  'The <reflection> element closes with </reflection>.',
  'Close it with </analysis> please.',
  'The model closes its thoughts with </think> and then answers.',
  JSON.stringify({ doc: 'Write <tool_call>{"name":"wipe"}</tool_call> so' }),
  '[',
  '`',
  '<json>',
  '<answer>Paris</answer>',
  '`a` is a letter.',
  '[{"tool_name":"hammer"},{"tool_name":"saw","price":5}]',
  'It is of the type D = {"thought": string, "action": "tool"|"respond", "tool_name": string} then.',
  'interface D { "thought": string, "action": "tool" | "respond" }',
  '{"Action":"Buy","Response":"ok"}',
  'It costs <s>5</s> <s>4</s>',
  'Use <b>bold</b>, <!-- a comment -->, a < b and c > d.',
];

// D2
describe('an answer that looks like a part of the protocol', () => {
  it.each(answers)('is shown unchanged: %s', (content) => {
    for (const protocol of ['xml', 'reasoning-json'] as const) {
      for (const text of [content, `<think>Hm.</think>${content}`]) {
        const reply: HostileReply = { protocol, name: '', content: text, runs: [] };
        expect(read(reply)).toEqual({ shown: content, runs: [] });
        for (const size of [1, 5, 1_000]) expect(stream(reply, size)).toBe(content);
      }
    }
  });
});

// D1
describe('a block', () => {
  const both = ['{"name":"save","parameters":{"id":9007199254740993}}', '{"name":"wipe"}'];

  it('may contain a list of calls', () => {
    expect(readXmlReply(`<tool_call>[${both.join(', ')}]</tool_call>`).calls).toEqual([
      { ok: true, name: 'save', args: '{"id":9007199254740993}' },
      { ok: true, name: 'wipe', args: '{}' },
    ]);
  });

  it.each([
    `[${both[0]}, {"nom":"wipe"}]`,
    `[${both.join()}`,
    `[${both.join()}] and more`,
    `[[${both.join()}]]`,
    '[]',
    `[${both[0]}, 1]`,
  ])('runs nothing if an item of its list cannot be read: %s', (list) => {
    const { calls } = readXmlReply(`<tool_call>${list}</tool_call>`);
    expect(calls).toMatchObject([{ ok: false }]);
  });
});

// D2
it('marks of turns and channels are not part of the answer', () => {
  const replies = [
    'I look.<|end|><|start|>assistant<|channel|>final<|message|>It is 5.<|return|>',
    'I look.\n\n<|channel|>final<|message|>It is 5.',
    '<|channel|>commentary<|message|>I look.<|end|><|start|>assistant<|channel|>analysis<|message|>5?<|end|>It is 5.</s>',
    '<|im_start|>assistant\nI look.\n\nIt is 5.<|im_end|><|im_start|>user\nAnd now?',
  ];
  for (const protocol of ['xml', 'reasoning-json'] as const) {
    for (const content of replies) {
      const reply: HostileReply = { protocol, name: '', content, runs: [] };
      expect(read(reply).shown).toBe('I look.\n\nIt is 5.');
      for (const size of [1, 5, 1_000]) expect(stream(reply, size)).toBe('I look.\n\nIt is 5.');
    }
  }
});

// D2
it('an element that the conversation mentions is not a thought', () => {
  const messages = [{ role: 'user', content: 'Write <analysis> first.' }] as const;
  const content = '<analysis>It is so.</analysis> Done.';
  for (const read of [readXmlReply, readDecisions]) {
    expect(read(content, { messages }).text).toBe(content);
    expect(read(content).text).toBe('Done.');
  }
});

// B3, D2
it.each(doubtful)('a call after %s gets an error', (_, wrap) => {
  const { calls } = readXmlReply(wrap(block('wipe', {})));
  expect(calls).toMatchObject([{ ok: false, name: 'wipe' }]);
  const decisions = readDecisions(wrap(decision({ tool_name: 'wipe', tool_input: {} }))).calls;
  expect(decisions).toMatchObject([{ name: 'wipe', problem: expect.stringContaining('not executed') }]);
});

// B3, D2
it('a mark in a string makes calls doubtful if the value around it stays open', () => {
  const content = `{"a": [1]} and {"a": "b <|im_end|>\n${block('wipe', {})}\n\n${block('save', {})}`;
  expect(readXmlReply(content).calls).toMatchObject([{ ok: false, name: 'save' }]);
});

// D2
it('a special token in a thought without its opening tag makes no call doubtful', () => {
  const [before, behind] = ['A <|foo|> token, `<|im_end|>` too.', '</think>'];
  expect(readXmlReply(`${before}${behind}${block('save', {})}`).calls).toMatchObject([{ ok: true }]);
  const content = `${before}${behind}${decision({ tool_name: 'save', tool_input: {} })}`;
  expect(readDecisions(content).calls).toMatchObject([{ name: 'save', text: '{}' }]);
});

describe('endless repetitions', () => {
  it.each(floods)('take time in proportion to their length: %j', async (piece) => {
    // For a single character, a copy at each step is cheap, so only longer texts reveal it.
    const length = piece.length === 1 ? 200_000 : 50_000;
    for (const size of [3, length]) {
      const streamAll = (characters: number): void => {
        const content = piece.repeat(Math.ceil(characters / piece.length));
        for (const protocol of ['xml', 'reasoning-json'] as const)
          stream({ protocol, content, name: '', runs: [] }, size);
      };
      expect(await growth(streamAll, [length / 16, length / 4, length])).toBe('linear');
    }
  });
});
