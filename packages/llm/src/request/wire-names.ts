import type { AssistantMessage, Message, ToolSpec } from '@toolwright/contract';
import { canonicalHash } from '@toolwright/json';
import type { NameRule } from '@toolwright/json-schema';
import { remember } from './remember.js';

/** What a provider is sent for names of tools that it would refuse, in one request. */
export interface WireNames {
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  /** The tool's own name, by the name that was sent for it; only those that differ. */
  readonly own: ReadonlyMap<string, string>;
  /** A sentence about the request, for the caller. */
  inOwnNames(sentence: string): string;
}

/**
 * Replaces the names of tools that a provider refuses, such as `files.read` where dots are not allowed. What is sent depends on the name
 * alone, so that the calls of earlier turns keep theirs, also when their tools are gone.
 * @returns undefined if the provider takes all names as they are
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
  // In one order, so that names whose hashes collide are always told apart in the same way.
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

/** The characters that every provider takes, and the hash of the whole name. @param attempt for the rare names with the same hash */
export function wireName(name: string, attempt = 0): string {
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_PLAIN);
  const hash = canonicalHash(attempt === 0 ? name : [name, attempt]).slice(0, HASH_LENGTH);
  return `${/^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`}_x${hash}`;
}

/** With the hash, at most the 64 characters that OpenAI and Anthropic take. */
const MAX_PLAIN = 49;
const HASH_LENGTH = 12;

/** Undefined if there are none, as in most requests. */
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

/** Kept with the list of tools, which stays the same for many requests. */
const offeredNames = remember(
  (tools: readonly ToolSpec[]): ReadonlySet<string> => new Set(tools.map(({ name }) => name)),
);

/** A name that looks as if it was replaced is replaced as well, so that no tool can take the place of another. */
function isRefused(name: string, { pattern }: NameRule): boolean {
  return !pattern.test(name) || (name.charAt(name.length - HASH_LENGTH - 2) === '_' && REPLACED.test(name));
}

const REPLACED = /_x[0-9a-f]{12}$/;

function renamedTool(tool: ToolSpec, name: string | undefined): ToolSpec {
  if (name === undefined) return tool;
  const renamed = renamedTools(tool);
  return renamed.name === name ? renamed : { ...tool, name };
}

/** One object for each tool, because encoders remember what they made of it. */
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
