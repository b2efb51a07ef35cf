import type { LLMProvider, LLMResponse, Message, ToolSource, ToolSpec } from '@toolwright/contract';
import type { SessionAgent } from './sessions/session-agent.js';

export type Effect = (tool: string, args: unknown) => unknown;

const ANNOTATIONS: Readonly<Record<string, ToolSpec['annotations']>> = {
  look: { readOnly: true },
  note: { idempotent: true },
  send: {},
  pay: { needsApproval: true },
};

/** A clerk calls `look`, then `send` and `note` at once, then answers with all results. */
export function clerk(effect: Effect, overrides: Partial<SessionAgent> = {}): SessionAgent {
  return {
    name: 'clerk',
    systemPrompt: 'Be brief.',
    llmClient: clerkModel(),
    toolRegistry: clerkTools(effect),
    ...overrides,
  };
}

function clerkTools(effect: Effect): ToolSource {
  const specs = Object.entries(ANNOTATIONS).map(([name, annotations]) => ({
    name,
    description: `The tool ${name}`,
    parameters: { type: 'object' as const, properties: {} },
    annotations,
    source: { file: 'clerk.ts', line: 1 },
  }));
  return {
    listTools: () => specs,
    execute: async (name, args, { state, callId }) => {
      state.set(callId, name);
      const seen = [...state.values()].join('+');
      await effect(name, args);
      return { result: `${name} after ${seen}`, error: null };
    },
  };
}

/** Decides by the conversation since the last question, so any process can ask it. */
export function clerkModel(asked: { count: number } = { count: 0 }): LLMProvider {
  return {
    provider: 'test',
    model: 'clerk-1',
    generate: async (messages) => {
      asked.count++;
      return answer(messages);
    },
    async *stream(messages) {
      asked.count++;
      const { content, toolCalls, usage, finishReason } = answer(messages);
      for (const text of (content ?? '').match(/\S+\s*/g) ?? []) yield { type: 'text-delta', text };
      // Without ids, as some servers send them.
      for (const [index, { function: called }] of toolCalls.entries()) {
        yield { type: 'tool-call-delta', index, name: called.name, arguments: called.arguments };
      }
      if (usage) yield { type: 'usage', usage };
      yield { type: 'finish', finishReason };
    },
  };
}

function answer(messages: readonly Message[]): LLMResponse {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const results = messages.slice(asked).filter(({ role }) => role === 'tool');
  const question = String(messages[asked]?.content);
  if (question.startsWith('pay')) {
    return results.length === 0 ? calls('pay') : say(results);
  }
  if (results.length === 0) return calls('look');
  return results.length === 1 ? calls('send', 'note') : say(results);
}

function calls(...names: readonly string[]): LLMResponse {
  return {
    content: null,
    toolCalls: names.map((name, index) => ({
      id: `${name}-${index}`,
      type: 'function',
      function: { name, arguments: `{"to":"${name}"}` },
    })),
    finishReason: 'tool-calls',
    usage: { inputTokens: 10, outputTokens: 2 },
  };
}

function say(results: readonly Message[]): LLMResponse {
  return {
    content: results.map(({ content }) => content).join(' | '),
    toolCalls: [],
    finishReason: 'stop',
    usage: { inputTokens: 10, outputTokens: 5 },
  };
}
