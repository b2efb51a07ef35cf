import type { ChatCompletionRequest, ChatMessage, FixtureResponse } from '@copilotkit/aimock';
import type { Call } from './scenarios.js';

/** The form in which a model uses one of the protocols: how it sees results, and how it writes calls and answers. */
export interface Wording {
  /** The results in a message; empty if it contains none. */
  results(message: ChatMessage): string[];
  calls(calls: readonly Call[]): FixtureResponse;
  answer(text: string): FixtureResponse;
  /** No tools may be called. */
  readonly forced?: true;
}

/** The wording for a request. */
export function wordingOf({ tools, tool_choice: choice, messages }: ChatCompletionRequest): Wording {
  if (tools !== undefined && tools.length > 0)
    return choice === 'none' ? { ...native, forced: true } : native;
  const system = String(messages.find(({ role }) => role === 'system')?.content ?? '');
  if (system.includes('<tool_call>')) return xml;
  if (system.includes('"tool_name"')) return reasoningJson;
  // Without tools, the answer is forced in plain text, and only earlier results tell which protocol was used.
  const earlier = [native, xml, reasoningJson].find(({ results }) =>
    messages.some((one) => results(one).length > 0),
  );
  return { ...plain, results: earlier?.results ?? plain.results };
}

const plain: Wording = {
  results: () => [],
  calls: () => ({ content: 'Scripted: no tools are offered.' }),
  answer: (content) => ({ content }),
  forced: true,
};

const native: Wording = {
  results: ({ role, content }) => (role === 'tool' ? [String(content)] : []),
  calls: (calls) => ({
    toolCalls: calls.map(({ name, arguments: args }) => ({ name, arguments: JSON.stringify(args) })),
  }),
  answer: (content) => ({ content }),
};

const xml: Wording = {
  results: (message) =>
    isUserText(message)
      ? [...message.content.matchAll(/<tool_result name="[^"]*">\n([\s\S]*?)\n<\/tool_result>/g)].map(
          ([, text = '']) => text,
        )
      : [],
  calls: (calls) => ({
    content: calls
      .map(
        ({ name, arguments: parameters }) =>
          `<tool_call>\n${JSON.stringify({ name, parameters })}\n</tool_call>`,
      )
      .join('\n'),
  }),
  answer: (content) => ({ content }),
};

const reasoningJson: Wording = {
  results: (message) =>
    isUserText(message)
      ? message.content
          .split('\n\n')
          .filter((part) => part.startsWith('Tool result: '))
          .map((part) => String(JSON.parse(part.slice('Tool result: '.length)).result))
      : [],
  calls: (calls) => ({
    content: calls
      .map(({ name, arguments: args }) => decision('I look it up.', 'tool', name, args, null))
      .join('\n'),
  }),
  answer: (text) => ({ content: decision('I know enough.', 'respond', null, null, text) }),
};

function decision(
  thought: string,
  action: 'tool' | 'respond',
  tool_name: string | null,
  tool_input: object | null,
  response: string | null,
): string {
  return JSON.stringify({ thought, action, tool_name, tool_input, response });
}

function isUserText(message: ChatMessage): message is ChatMessage & { content: string } {
  return message.role === 'user' && typeof message.content === 'string';
}
