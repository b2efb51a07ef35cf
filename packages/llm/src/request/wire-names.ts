import type { AssistantMessage, Message, ToolSpec } from '@toolwright/contract';
import { canonicalHash } from '@toolwright/json';
import type { NameRule } from '@toolwright/json-schema';
import { remember } from './remember.js';

/** A request in which tool names that the provider would refuse are replaced. */
export interface WireNames {
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  /** The tools' own names by the names sent instead. Contains only replaced names. */
  readonly own: ReadonlyMap<string, string>;
  /** Replaces sent names with the tools' own names in a message about the request. */
  inOwnNames(sentence: string): string;
}

/**
 * Replaces tool names that a provider refuses, such as `files.read` if dots are not allowed. The replacement depends only on the name,
 * so that calls in earlier turns keep the same replacement even if their tools no longer exist.
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
  // Sorted, so that names with colliding hashes always get the same replacements.
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

/** Returns the valid characters of a name, followed by a hash of the whole name. @param attempt distinguishes names whose hashes collide */
export function wireName(name: string, attempt = 0): string {
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_PLAIN);
  const hash = canonicalHash(attempt === 0 ? name : [name, attempt]).slice(0, HASH_LENGTH);
  return `${/^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`}_x${hash}`;
}

/** Lengths in characters. Together with the separators, the result has at most 64, the limit of OpenAI and Anthropic. */
const MAX_PLAIN = 49;
const HASH_LENGTH = 12;

/** Finds the names to replace. Returns undefined if no name has to be replaced, which is the case for most requests. */
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

/** Returns the names of tools. The result is cached by the list, which stays the same for many requests. */
const offeredNames = remember(
  (tools: readonly ToolSpec[]): ReadonlySet<string> => new Set(tools.map(({ name }) => name)),
);

/** Whether a name must be replaced. A name that looks like a replacement is also replaced, so that tools cannot be confused. */
function isRefused(name: string, { pattern }: NameRule): boolean {
  return !pattern.test(name) || (name.charAt(name.length - HASH_LENGTH - 2) === '_' && REPLACED.test(name));
}

const REPLACED = /_x[0-9a-f]{12}$/;

function renamedTool(tool: ToolSpec, name: string | undefined): ToolSpec {
  if (name === undefined) return tool;
  const renamed = renamedTools(tool);
  return renamed.name === name ? renamed : { ...tool, name };
}

/** Memoized by tool, because encoders cache their results by object identity. */
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
