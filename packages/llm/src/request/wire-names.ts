import type { AssistantMessage, Message, ToolSpec } from '@toolwright/contract';
import { canonicalHash } from '@toolwright/json';
import type { NameRule } from '@toolwright/json-schema';
import { remember } from './remember.js';

/** Replacements for tool names that a provider would refuse, in one request. */
export interface WireNames {
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  /** The tools' own names by the names that were sent, for names that differ. */
  readonly own: ReadonlyMap<string, string>;
  /** Converts a sentence about the request, so that it uses the tools' own names. */
  inOwnNames(sentence: string): string;
}

/**
 * Replaces tool names that a provider refuses, such as `files.read` where dots are not allowed. The replacement depends only on
 * the name, so that calls of earlier turns keep theirs even if their tools no longer exist.
 * @returns undefined if the provider accepts all names
 */
export function toWireNames(
  tools: readonly ToolSpec[],
  messages: readonly Message[],
  rule: NameRule | undefined,
): WireNames | undefined {
  if (rule === undefined) return undefined;
  const refused = refusedNames(tools, messages, rule);
  if (refused === undefined) return undefined;
  const own = new Map<string, string>();
  const sent = new Map<string, string>();
  // Sorted, so that names with colliding hashes are always distinguished in the same way.
  for (const name of [...refused].sort()) {
    let attempt = 0;
    let wire = wireName(name);
    while (own.has(wire)) {
      attempt += 1;
      wire = wireName(name, attempt);
    }
    own.set(wire, name);
    sent.set(name, wire);
  }
  return {
    tools: tools.map((tool) => renamedTool(tool, sent.get(tool.name))),
    messages: messages.map((message) => renamedMessage(message, sent)),
    own,
    inOwnNames: (sentence) =>
      sentence.replaceAll(/'([\w-]+)'/g, (quoted, name) => {
        const known = own.get(name);
        return known === undefined ? quoted : `'${known}'`;
      }),
  };
}

/** The valid characters of the name and a hash of the whole name. @param attempt distinguishes the rare names with the same hash */
export function wireName(name: string, attempt = 0): string {
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_PLAIN);
  const hash = canonicalHash(attempt === 0 ? name : [name, attempt]).slice(0, HASH_LENGTH);
  return `${/^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`}_x${hash}`;
}

/** With the hash, the result has at most the 64 characters that OpenAI and Anthropic accept. */
const MAX_PLAIN = 49;
const HASH_LENGTH = 12;

/** Returns undefined if there are none, as in most requests. */
function refusedNames(
  tools: readonly ToolSpec[],
  messages: readonly Message[],
  rule: NameRule,
): ReadonlySet<string> | undefined {
  let refused: Set<string> | undefined;
  const known = offeredNames(tools);
  const look = (name: string): void => {
    if (isRefused(name, rule)) refused = (refused ?? new Set()).add(name);
  };
  known.forEach(look);
  for (const message of messages) {
    if (message.role !== 'assistant' || message.tool_calls === undefined) continue;
    for (const call of message.tool_calls) if (!known.has(call.function.name)) look(call.function.name);
  }
  return refused;
}

/** Cached with the list of tools, which stays the same for many requests. */
const offeredNames = remember(
  (tools: readonly ToolSpec[]): ReadonlySet<string> => new Set(tools.map(({ name }) => name)),
);

/** Whether a name must be replaced. Names that look like replacements are replaced as well, so that no tool can be mistaken for another. */
function isRefused(name: string, { pattern }: NameRule): boolean {
  return !pattern.test(name) || (name.charAt(name.length - HASH_LENGTH - 2) === '_' && REPLACED.test(name));
}

const REPLACED = /_x[0-9a-f]{12}$/;

function renamedTool(tool: ToolSpec, name: string | undefined): ToolSpec {
  if (name === undefined) return tool;
  const renamed = renamedTools(tool);
  return renamed.name === name ? renamed : { ...tool, name };
}

/** Returns the same object for the same tool, because encoders cache their result by it. */
const renamedTools = remember((tool: ToolSpec): ToolSpec => ({ ...tool, name: wireName(tool.name) }));

function renamedMessage(message: Message, sent: ReadonlyMap<string, string>): Message {
  if (message.role !== 'assistant' || !message.tool_calls?.some(({ function: { name } }) => sent.has(name))) {
    return message;
  }
  const calls = message.tool_calls.map((call) => {
    const name = sent.get(call.function.name);
    return name === undefined ? call : { ...call, function: { ...call.function, name } };
  });
  return { ...message, tool_calls: calls } satisfies AssistantMessage;
}
