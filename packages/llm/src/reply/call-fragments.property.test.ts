import type { LLMDelta } from '@toolwright/contract';
import * as fc from 'fast-check';
import { cases } from '../../../../scripts/thorough.mjs';
import { MessageDecoder } from '../providers/anthropic/decode-message.js';
import { CompatibleDecoder } from '../providers/google/compatible-decoder.js';
import { ResponseDecoder as GeminiDecoder } from '../providers/google/decode-response.js';
import { ChatDecoder } from '../providers/ollama/decode-chat.js';
import { ChunkDecoder } from '../providers/openai/decode-chunk.js';
import { ResponseDecoder } from '../providers/openai/responses/decode-response.js';
import { COMPATIBLE_ENDS } from './end-words.js';
import type { ReplyDecoder } from './reply-decoder.js';
import { StreamAssembler } from './stream-assembler.js';

interface WantedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Where its texts are cut. */
  readonly cuts: readonly number[];
}

const wantedCalls = fc.array(
  fc.record({
    name: fc.constantFrom('pay', 'add', 'read', 'read_file'),
    args: fc.oneof(
      fc.constant({}),
      fc.record({ sum: fc.integer() }),
      fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    ),
    cuts: fc.array(fc.nat(), { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A text cut at these places; no piece is empty. */
function pieces(text: string, cuts: readonly number[]): string[] {
  const points = [...new Set(cuts.map((cut) => 1 + (cut % text.length)))].sort((a, b) => a - b);
  return [0, ...points]
    .map((start, position) => text.slice(start, points[position] ?? text.length))
    .filter((piece) => piece !== '');
}

/** What a reply is read as; an error as its message. */
function read(decoder: ReplyDecoder, events: readonly object[]) {
  const deltas: LLMDelta[] = [];
  for (const event of events) decoder.decodeEvent(JSON.stringify(event), deltas);
  deltas.push(decoder.end());
  const assembler = new StreamAssembler({ idSeed: 'x' });
  for (const delta of deltas) assembler.add(delta);
  const { toolCalls } = assembler.finish();
  expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(toolCalls.length);
  return toolCalls.map(({ function: { name, arguments: text } }) => ({ name, args: JSON.parse(text) }));
}

const plain = (calls: readonly WantedCall[]) =>
  calls.map(({ name, args }) => ({ name, args: JSON.parse(JSON.stringify(args)) }));

const NUM_RUNS = cases(300, 20_000);

function check<Style>(
  styles: fc.Arbitrary<Style>,
  readReply: (calls: readonly WantedCall[], style: Style) => unknown,
): void {
  fc.assert(
    fc.property(wantedCalls, styles, (calls, style) => {
      expect(readReply(calls, style)).toEqual(plain(calls));
    }),
    { numRuns: NUM_RUNS },
  );
}

/** How a server of chat completions writes its calls. */
interface ChatStyle {
  /** Each call has its own index, all have 0, none has one, or each fragment has the next one. */
  readonly index: 'own' | 'zero' | 'none' | 'per fragment';
  /** On the first fragment, on all, on none, a new one on each, one for all calls, or only where the call is sent again. */
  readonly id: 'first' | 'each' | 'none' | 'new' | 'shared' | 'last';
  readonly name: 'first' | 'each' | 'pieces' | 'after';
  readonly args: 'text' | 'empty first' | 'object';
  /** Whether a call without arguments has none, instead of `{}`. */
  readonly omitsEmpty: boolean;
  /** How each call is sent again at the end. */
  readonly summary: 'none' | 'whole' | 'without index' | 'without name' | 'spaced';
  readonly interleaved: boolean;
  readonly isNull: boolean;
}

const chatStyles: fc.Arbitrary<ChatStyle> = fc
  .record<ChatStyle>({
    index: fc.constantFrom('own', 'zero', 'none', 'per fragment'),
    id: fc.constantFrom('first', 'each', 'none', 'new', 'shared', 'last'),
    name: fc.constantFrom('first', 'each', 'pieces', 'after'),
    args: fc.constantFrom('text', 'empty first', 'object'),
    omitsEmpty: fc.boolean(),
    summary: fc.constantFrom('none', 'whole', 'without index', 'without name', 'spaced'),
    interleaved: fc.boolean(),
    isNull: fc.boolean(),
  })
  .filter(isTold);

/** Leaves out styles in which nothing tells two calls apart, or a call from its repetition. */
function isTold({ index, id, name, args, omitsEmpty, summary, interleaved }: ChatStyle): boolean {
  const isMarked = id === 'first' || id === 'each';
  // A second id at the same index may be that of a server that sends a new one with each fragment.
  if (index === 'zero' && isMarked && omitsEmpty) return false;
  if (id === 'new' && index === 'none' && name === 'each') return false;
  if (interleaved && index !== 'own' && id !== 'each') return false;
  // Servers with index 0 for all send one call after the other.
  if (interleaved && index === 'zero') return false;
  if (interleaved && id === 'shared') return false;
  if (summary !== 'none' && !(isMarked || (id === 'last' && index === 'own'))) return false;
  if (summary === 'none' && id === 'last') return false;
  if (id === 'last' && (summary === 'without index' || summary === 'without name')) return false;
  // Each fragment is then a call of its own, or its name has to come first.
  if (index === 'per fragment' && (id !== 'none' || name !== 'first' || interleaved)) return false;
  // One call more often with one id is a call that is sent again.
  if (id === 'shared' && index !== 'own') return false;
  if (id === 'new' && (name === 'after' || name === 'pieces')) return false;
  if (id === 'new' && name === 'each' && omitsEmpty) return false;
  if (name === 'pieces' && !(isMarked || index === 'own')) return false;
  // Arguments without any mark before their name look like those of the call before.
  const hasMark = index === 'own' || isMarked;
  if (name === 'after' && omitsEmpty && !hasMark) return false;
  if (name === 'after' && (args === 'empty first' || id === 'shared')) return hasMark && id !== 'shared';
  // Without arguments and marks, the names of two calls look like one in pieces.
  if (omitsEmpty && !hasMark) return false;
  return true;
}

type Fragment = Readonly<Record<string, unknown>>;

function chatFragments(call: WantedCall, at: number, style: ChatStyle, count: () => number): Fragment[] {
  const { name, args } = call;
  const text = JSON.stringify(args);
  const isEmpty = style.omitsEmpty && text === '{}';
  const isWhole = style.args === 'object' && style.name !== 'after';
  const texts: unknown[] = isEmpty ? [''] : isWhole ? [args] : pieces(text, call.cuts);
  if (style.args === 'empty first' && !isEmpty) texts.unshift('');
  const names: (string | undefined)[] = texts.map((_, part) =>
    style.name === 'each' || (style.name === 'first' && part === 0) ? name : undefined,
  );
  if (style.name === 'pieces') {
    const parts = pieces(name, [2]);
    names.unshift(...parts);
    texts.unshift(...parts.map(() => undefined));
  } else if (style.name === 'after') {
    names.push(name);
    texts.push(undefined);
  }
  return names.map((shown, part): Fragment => {
    const number = count();
    const indexes = { own: at, zero: 0, none: undefined, 'per fragment': number };
    const ids = {
      first: part === 0 ? `id${at}` : undefined,
      each: `id${at}`,
      none: undefined,
      new: `id${at}-${number}`,
      shared: 'id',
      last: undefined,
    };
    const nothing = style.isNull ? null : undefined;
    return {
      index: indexes[style.index],
      id: ids[style.id] ?? nothing,
      function: { name: shown ?? nothing, arguments: texts[part] },
    };
  });
}

function summaryOf({ name, args }: WantedCall, at: number, { index, summary }: ChatStyle): Fragment[] {
  if (summary === 'none') return [];
  const text = JSON.stringify(args, null, summary === 'spaced' ? 1 : undefined);
  return [
    {
      index: summary === 'without index' || index === 'none' ? undefined : index === 'own' ? at : 0,
      id: `id${at}`,
      function: { name: summary === 'without name' ? undefined : name, arguments: text },
    },
  ];
}

/** The fragments of several calls in turn, each call's own in their order. */
function interleave(lists: readonly (readonly Fragment[])[]): readonly Fragment[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.map((list) => list[at]))
    .flat()
    .filter((fragment) => fragment !== undefined);
}

function readChat(decoder: ReplyDecoder, calls: readonly WantedCall[], style: ChatStyle) {
  let number = 0;
  const count = () => number++;
  const lists = calls.map((call, at) => chatFragments(call, at, style, count));
  const fragments = [
    ...(style.interleaved ? interleave(lists) : lists.flat()),
    ...calls.flatMap((call, at) => summaryOf(call, at, style)),
  ];
  const events = fragments.map((fragment) => ({
    choices: [{ index: 0, delta: { tool_calls: [fragment] } }],
  }));
  return read(decoder, [...events, { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }]);
}

// A13
describe('any reply with calls gives exactly these calls', () => {
  it.each([
    ['chat completions', () => new ChunkDecoder()],
    ['compatible servers', () => new ChunkDecoder({ ends: COMPATIBLE_ENDS })],
    ['groq', () => new ChunkDecoder()],
    ['Gemini through chat completions', () => new CompatibleDecoder()],
  ] as const)('%s', (_name, create) => {
    check(chatStyles, (calls, style) => readChat(create(), calls, style));
  });
});

/** How a server of another API writes its calls. */
const wholeStyles = fc.record({ withId: fc.boolean(), omitsEmpty: fc.boolean(), sendsAgain: fc.boolean() });

// A13
it('any reply of Gemini with calls gives exactly these calls', () => {
  check(wholeStyles, (calls, { withId, omitsEmpty }) => {
    const parts = calls.map(({ name, args }, at) => ({
      functionCall: {
        ...(withId && { id: `id${at}` }),
        name,
        ...(!(omitsEmpty && Object.keys(args).length === 0) && { args }),
      },
    }));
    const events = parts.map((part) => ({ candidates: [{ content: { parts: [part] } }] }));
    return read(new GeminiDecoder('x'), [...events, { candidates: [{ finishReason: 'STOP' }] }]);
  });
});

// A13
it('any reply of Ollama with calls gives exactly these calls', () => {
  check(wholeStyles, (calls, { withId, omitsEmpty }) => {
    const events = calls.map(({ name, args }, at) => ({
      done: false,
      message: {
        tool_calls: [
          {
            ...(withId && { id: `id${at}` }),
            function: {
              index: 0,
              name,
              ...(!(omitsEmpty && Object.keys(args).length === 0) && { arguments: args }),
            },
          },
        ],
      },
    }));
    return read(new ChatDecoder(), [...events, { done: true, done_reason: 'stop', message: {} }]);
  });
});

// A13
it('any reply of Anthropic with calls gives exactly these calls', () => {
  const styles = fc.record({
    index: fc.constantFrom('own', 'none'),
    input: fc.constantFrom('pieces', 'whole', 'both'),
    omitsStart: fc.boolean(),
  });
  check(styles, (calls, { index, input, omitsStart }) => {
    const blocks = calls.flatMap(({ name, args, cuts }, at) => {
      const place = index === 'own' ? { index: at } : {};
      const started = input === 'pieces' ? (omitsStart ? undefined : {}) : args;
      const content_block = { type: 'tool_use', id: `id${at}`, name, input: started };
      const deltas = pieces(JSON.stringify(args), cuts).map((partial_json) => ({
        type: 'content_block_delta',
        ...place,
        delta: { type: 'input_json_delta', partial_json },
      }));
      return [{ type: 'content_block_start', ...place, content_block }, ...(input === 'whole' ? [] : deltas)];
    });
    const events = [
      { type: 'message_start', message: {} },
      ...blocks,
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    ];
    return read(new MessageDecoder(), events);
  });
});

// A13
it('any reply of the responses API with calls gives exactly these calls', () => {
  const styles = fc.record({
    index: fc.constantFrom('own', 'zero', 'none'),
    itemId: fc.boolean(),
    deltas: fc.constantFrom('right', 'wrong', 'none'),
    end: fc.constantFrom('arguments', 'item', 'response', 'all'),
    isAnnounced: fc.boolean(),
  });
  const told = styles.filter(({ index, itemId, end, isAnnounced, deltas }) => {
    if (index === 'own') return isAnnounced || end !== 'arguments';
    // Without an index, the items follow one another, each announced, or carry ids.
    return isAnnounced && (itemId || end === 'arguments') && deltas !== 'none';
  });
  check(told, (calls, { index, itemId, deltas, end, isAnnounced }) => {
    const items = calls.map(({ name, args }, at) => ({
      type: 'function_call',
      ...(itemId && { id: `fc${at}` }),
      call_id: `id${at}`,
      name,
      arguments: JSON.stringify(args),
    }));
    const events = items.flatMap((item, at) => {
      const place = {
        ...(index !== 'none' && { output_index: index === 'own' ? at : 0 }),
        ...(itemId && { item_id: item.id }),
      };
      const sent = deltas === 'wrong' ? '{"sum":9}' : item.arguments;
      const type = 'response.function_call_arguments';
      return [
        ...(isAnnounced
          ? [{ type: 'response.output_item.added', ...place, item: { ...item, arguments: '' } }]
          : []),
        ...(deltas === 'none' || !isAnnounced
          ? []
          : pieces(sent, calls[at]?.cuts ?? []).map((delta) => ({ type: `${type}.delta`, ...place, delta }))),
        ...(end === 'arguments' || end === 'all'
          ? [{ type: `${type}.done`, ...place, arguments: item.arguments }]
          : []),
        ...(end === 'item' || end === 'all' ? [{ type: 'response.output_item.done', ...place, item }] : []),
      ];
    });
    const output = end === 'response' || end === 'all' ? items : [];
    const completed = { type: 'response.completed', response: { status: 'completed', output } };
    return read(new ResponseDecoder('openai'), [...events, completed]);
  });
});
