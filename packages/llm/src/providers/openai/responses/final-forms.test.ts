import type { LLMDelta } from '@toolwright/contract';
import { assemble } from '../../../reply/stream-assembler.js';
import { ResponseDecoder } from './decode-response.js';
import { functionCall, message, responseOf } from './events.test.support.js';

async function read(events: readonly object[]) {
  const warnings: string[] = [];
  const warn = (text: string) => void warnings.push(text);
  const decoder = new ResponseDecoder('openai', undefined, { redact: (text) => text, warn });
  const deltas: LLMDelta[] = [];
  for (const event of events) decoder.decodeEvent(JSON.stringify(event), deltas);
  deltas.push(decoder.end());
  const shown = deltas.flatMap((delta) => (delta.type === 'text-delta' ? [delta.text] : [])).join('');
  return { response: await assemble(deltas), shown, warnings };
}

const added = (item: object) => ({ type: 'response.output_item.added', output_index: 0, item });
const done = (item: object) => ({ type: 'response.output_item.done', output_index: 0, item });
const completed = (...output: object[]) => ({ type: 'response.completed', response: responseOf(output) });
const part = (type: string, more: object) => ({
  type: `response.${type}`,
  output_index: 0,
  item_id: 'msg_1',
  content_index: 0,
  ...more,
});

// A13
describe('the final form of a call', () => {
  const call = functionCall('call_1', 'add', '{"a":1,"b":2}');
  const place = { item_id: call.id, output_index: 0 };
  const begun = added({ ...call, arguments: '' });
  const delta = (text: string) => ({ type: 'response.function_call_arguments.delta', ...place, delta: text });
  const argumentsDone = {
    type: 'response.function_call_arguments.done',
    ...place,
    arguments: call.arguments,
  };

  it.each<[string, readonly object[]]>([
    ['its event, after unfinished arguments', [begun, delta('{"a":9,'), argumentsDone, completed()]],
    ['its event, after other arguments', [begun, delta('{"a":9,"b":9}'), argumentsDone, completed()]],
    ['its item', [begun, delta('{"a":9,"b":9}'), done(call), completed()]],
    ['the complete response', [begun, delta('{"a":9,"b":9}'), completed(call)]],
    ['the complete response, after its item', [begun, done({ ...call, arguments: '{}' }), completed(call)]],
    [
      'another name',
      [added({ ...call, name: 'pay', arguments: '' }), delta('{"a":1,"b":2}'), done(call), completed()],
    ],
  ])('counts: %s', async (_name, events) => {
    const { response } = await read(events);
    expect(response.toolCalls).toEqual([
      { id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":2}' } },
    ]);
  });

  it('does not erase arguments that it leaves out', async () => {
    const { response } = await read([begun, delta('{"a":1}'), done({ ...call, arguments: '' }), completed()]);
    expect(response.toolCalls[0]?.function.arguments).toBe('{"a":1}');
  });

  it('may say that it is incomplete', async () => {
    const cut = { ...call, arguments: '{"a":1,', status: 'incomplete' };
    const { response } = await read([begun, done(cut), completed()]);
    expect(response.finishReason).toBe('length');
  });
});

describe('the final form of a text', () => {
  it('adds what was not sent in pieces', async () => {
    for (const end of [
      [part('output_text.done', { text: 'Hello!' }), completed()],
      [part('content_part.done', { part: { type: 'output_text', text: 'Hello!' } }), completed()],
      [done(message('Hello!')), completed()],
      [completed(message('Hello!'))],
    ]) {
      const result = await read([part('output_text.delta', { delta: 'Hel' }), ...end]);
      expect(result).toMatchObject({ shown: 'Hello!', warnings: [], response: { content: 'Hello!' } });
    }
  });

  it('is the answer if it differs from what was shown, with a warning', async () => {
    for (const end of [
      [part('output_text.done', { text: 'Goodbye.' }), completed()],
      [done(message('Goodbye.')), completed(message('Goodbye.'))],
    ]) {
      const { response, shown, warnings } = await read([
        part('output_text.delta', { delta: 'Hello' }),
        ...end,
      ]);
      expect({ shown, content: response.content }).toEqual({ shown: 'Hello', content: 'Goodbye.' });
      expect(warnings).toEqual([
        'The provider changed text that it had already sent. The answer contains the final text.',
      ]);
    }
  });

  it('keeps a refusal that only events have', async () => {
    const { response } = await read([
      part('refusal.delta', { delta: 'N' }),
      part('refusal.done', { refusal: 'No.' }),
      completed(),
    ]);
    expect(response.refusal).toBe('No.');
  });
});
