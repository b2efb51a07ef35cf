import { completion, streamOf } from '../../testing/raw-server.test.support.js';
import {
  eventsOf,
  functionCall,
  message,
  reasoning,
  responseOf,
  wire,
} from './responses/events.test.support.js';

/** A reply of a model. */
export interface Reply {
  readonly text?: string;
  /** Names and arguments. */
  readonly calls?: readonly (readonly [string, string])[];
}

/** The wire format of one of OpenAI's two APIs. */
export interface Api {
  readonly api: 'chat' | 'responses';
  reply(reply: Reply): string;
  stream(reply: Reply): string;
  /** The definition of a function, and the schema of an answer, in a request. */
  functions(body: Record<string, unknown>): unknown;
  answer(body: Record<string, unknown>): unknown;
}

const toolCalls = ({ calls = [] }: Reply) =>
  calls.map(([name, text], index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: text },
  }));
const items = ({ text, calls = [] }: Reply) => [
  reasoning(),
  ...(text === undefined ? [] : [message(text)]),
  ...calls.map(([name, input], index) => functionCall(`call_${index}`, name, input)),
];

export const CHAT_API: Api = {
  api: 'chat',
  reply: (reply) => completion({ content: reply.text ?? null, tool_calls: toolCalls(reply) }),
  stream: (reply) =>
    streamOf([
      ...[...(reply.text ?? '')].map((content) => ({ content })),
      ...toolCalls(reply).flatMap(({ function: { name, arguments: text }, ...call }) => [
        { tool_calls: [{ ...call, function: { name, arguments: '' } }] },
        ...[...text].map((piece) => ({
          tool_calls: [{ index: call.index, function: { arguments: piece } }],
        })),
      ]),
    ]),
  functions: ({ tools }) => (Array.isArray(tools) ? tools.map((tool) => tool.function) : []),
  answer: ({ response_format: format }) => Object(Object(format).json_schema),
};

export const RESPONSES_API: Api = {
  api: 'responses',
  reply: (reply) => JSON.stringify(responseOf(items(reply))),
  stream: (reply) => wire(eventsOf(items(reply))),
  functions: ({ tools }) => (Array.isArray(tools) ? tools.map(({ type: _, ...tool }) => tool) : []),
  answer: ({ text }) => Object(Object(text).format),
};
