import type { ScriptedCall, ScriptReply } from '@toolwright/llm/testing';
import type { ProtocolName } from './resolve-protocol.js';

/** The format in which a model writes the same content in a given protocol. */
export interface Wording {
  readonly protocol: ProtocolName;
  /** The text that a user sees in a reply with tool calls. */
  readonly beside: string;
  calls(...calls: readonly ScriptedCall[]): ScriptReply;
  answer(text: string): ScriptReply;
  /** Returns the text of a tool failure. */
  failure(toolName: string, message: string): string;
}

const BESIDE = 'Let me see.';

const native: Wording = {
  protocol: 'native',
  beside: BESIDE,
  calls: (...calls) => ({ text: BESIDE, toolCalls: calls }),
  answer: (text) => ({ text }),
  failure: (_, message) => `Tool error: ${message}`,
};

const reasoningJson: Wording = {
  protocol: 'reasoning-json',
  beside: BESIDE,
  calls: (...calls) => ({
    text: [
      BESIDE,
      ...calls.map(({ name, arguments: args = {} }) => decision({ tool_name: name, tool_input: args })),
    ].join('\n'),
  }),
  answer: (response) => ({ text: decision({ action: 'respond', response }) }),
  failure: (_, message) => `Tool error: ${message}`,
};

const xml: Wording = {
  protocol: 'xml',
  beside: BESIDE,
  calls: (...calls) => ({
    text: [BESIDE, ...calls.map(({ name, arguments: args = {} }) => block(name, args))].join('\n'),
  }),
  answer: (text) => ({ text }),
  failure: (toolName, message) => `Error executing tool '${toolName}': ${message}`,
};

export const wordings: readonly Wording[] = [native, reasoningJson, xml];

export function block(name: string, args: object | string): string {
  return `<tool_call>\n${JSON.stringify({ name, parameters: args })}\n</tool_call>`;
}

export function decision(members: object): string {
  const nothing = { thought: 'Hm.', action: 'tool', tool_name: null, tool_input: null, response: null };
  return JSON.stringify({ ...nothing, ...members });
}
