import {
  type AgentEvent,
  isRecord,
  type Message,
  type PendingCall,
  type ToolSpec,
} from '@toolwright/contract';
import type { WireReply, WireRequest } from '../protocol/studio-event.js';
import { hideBody } from './hide-body.js';
import { HIDDEN, hideMembers } from './hide-members.js';
import { isTooDeep } from './is-too-deep.js';
import { secretNames } from './secret-names.js';

/** The tool parameters that schemas declare as secret. */
export class ToolSecrets {
  readonly #names = new Map<string, ReadonlySet<string>>();
  /** The names from all tools, applied to calls to unknown tools. */
  readonly #all = new Set<string>();

  /** @param tools the tools that are known initially */
  constructor(tools: readonly Pick<ToolSpec, 'name' | 'parameters'>[] = []) {
    for (const { name, parameters } of tools) this.#learn(name, parameters);
  }

  hideEvent(event: AgentEvent): AgentEvent {
    switch (event.type) {
      case 'tool-call':
        return { ...event, arguments: this.#hideText(event.name, event.arguments) };
      case 'message':
        return { ...event, message: this.hideMessage(event.message) };
      case 'approval-request':
        return { ...event, calls: this.hideCalls(event.calls) };
      case 'parse-error':
        return [...this.#all].some((name) => event.text.includes(name)) ? { ...event, text: HIDDEN } : event;
      case 'run-end': {
        const { paused } = event.result;
        if (paused === undefined) return event;
        const pending = this.hideCalls(paused.pending);
        return { ...event, result: { ...event.result, paused: { ...paused, pending } } };
      }
      default:
        return event;
    }
  }

  /** Hides secret arguments in an exchange. Learns additional secrets from the tool schemas of a request. */
  hideExchange<Event extends WireRequest | WireReply>(event: Event): Event {
    if (event.type === 'wire-request') this.#learnRequest(event.body);
    return this.#all.size === 0 ? event : { ...event, body: hideBody(event.body, this.#all) };
  }

  hideMessage(message: Message): Message {
    if (message.role !== 'assistant' || message.tool_calls === undefined) return message;
    const calls = message.tool_calls.map((call) => {
      const { name, arguments: text } = call.function;
      return { ...call, function: { ...call.function, arguments: this.#hideText(name, text) } };
    });
    return { ...message, tool_calls: calls };
  }

  hideCalls(calls: readonly PendingCall[]): readonly PendingCall[] {
    return calls.map((call) => ({ ...call, arguments: this.#hideText(call.name, call.arguments) }));
  }

  #learn(tool: string, schema: unknown): void {
    const names = new Set([...(this.#names.get(tool) ?? []), ...secretNames(schema)]);
    this.#names.set(tool, names);
    for (const name of names) this.#all.add(name);
  }

  /** Learns secrets from the tools of a request. Searches whole tools, because the location of the schema depends on the provider. */
  #learnRequest(body: string): void {
    if (!body.includes('writeOnly') && !body.includes('password')) return;
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return; // truncated, or not JSON
    }
    if (!isRecord(value) || isTooDeep(value) || !Array.isArray(value.tools)) return;
    for (const tool of value.tools.flatMap(definitionsOf)) {
      if (isRecord(tool) && typeof tool.name === 'string') this.#learn(tool.name, tool);
    }
  }

  #hideText(tool: string, text: string): string {
    const names = this.#names.get(tool) ?? this.#all;
    if (names.size === 0) return text;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return [...names].some((name) => text.includes(name)) ? HIDDEN : text;
    }
    return isTooDeep(value) ? HIDDEN : JSON.stringify(hideMembers(value, names));
  }
}

/** Returns the function definitions in a tool. OpenAI sends one per tool, Gemini a list. */
function definitionsOf(tool: unknown): readonly unknown[] {
  if (!isRecord(tool)) return [];
  if (isRecord(tool.function)) return [tool.function];
  const list = tool.functionDeclarations ?? tool.function_declarations;
  return Array.isArray(list) ? list : [tool];
}
