import { event } from '../../../testing/raw-server.test.support.js';

export const reasoning = (more: object = {}) => ({
  id: 'rs_1',
  type: 'reasoning',
  summary: [],
  encrypted_content: 'c2VjcmV0',
  ...more,
});
export const message = (text: string, more: object = {}) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...more,
});
export const functionCall = (id: string, name: string, text: string) => ({
  id: `fc_${id}`,
  type: 'function_call',
  status: 'completed',
  call_id: id,
  name,
  arguments: text,
});

/** A whole response with these items. */
export function responseOf(output: readonly object[], more: object = {}): object {
  return { id: 'resp_1', object: 'response', status: 'completed', error: null, output, ...more };
}

type Item = Record<string, unknown> & { readonly type: string };

/** The events of one item, with its text or arguments in pieces. */
export function itemEvents(item: Item, output_index: number, pieces: readonly string[]): object[] {
  const place = { output_index, item_id: item.id, content_index: 0 };
  const deltas = pieces.map((delta) => {
    if (item.type === 'function_call')
      return { type: 'response.function_call_arguments.delta', ...place, delta };
    if (item.type === 'reasoning')
      return { type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta };
    return { type: 'response.output_text.delta', ...place, delta, logprobs: [] };
  });
  return [
    {
      type: 'response.output_item.added',
      output_index,
      item: { ...item, arguments: '', content: [], status: 'in_progress' },
    },
    ...deltas,
    { type: 'response.output_item.done', output_index, item },
  ];
}

/** A whole stream, with each item's text in single characters. */
export function eventsOf(output: readonly Item[], more: object = {}): object[] {
  const response = responseOf(output, more);
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.in_progress', response: { ...response, status: 'in_progress', output: [] } },
    ...output.flatMap((item, index) => itemEvents(item, index, [...textOf(item)])),
    { type: 'response.completed', response },
  ];
}

/** Formats events as the API sends them: the type also precedes the data. */
export const wire = (events: readonly object[]) =>
  events.map((data) => ('type' in data ? `event: ${String(data.type)}\n` : '') + event(data)).join('');

function textOf(item: Item): string {
  if (item.type === 'function_call') return String(item.arguments);
  const list = item.type === 'reasoning' ? item.summary : item.content;
  return Array.isArray(list) ? list.map((part) => String(part.text ?? '')).join('') : '';
}
