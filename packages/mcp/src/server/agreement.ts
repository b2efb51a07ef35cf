import { errorMessage, isRecord, type ToolSpec } from '@toolwright/contract';
import type { McpCall } from './mcp-call.js';

/** Asks the person at the client to approve a call. @returns undefined if approved, else the message for the model */
export async function agreement(spec: ToolSpec, args: unknown, call: McpCall): Promise<string | undefined> {
  if (call.clientCapabilities.elicitation === undefined) {
    return `'${spec.name}' needs a person's approval, and this client has no way to ask for it.`;
  }
  const message = question(spec, args);
  if (message.length > MAX_LENGTH) {
    return `'${spec.name}' needs a person's approval, and these arguments are too long to be shown: ${message.length} characters, at most ${MAX_LENGTH}.`;
  }
  try {
    const { action } = await call.elicit({
      message,
      requestedSchema: { type: 'object', properties: {} },
    });
    if (action === 'accept') return undefined;
    return `The user did not agree to this call of '${spec.name}' (${action}).`;
  } catch (error) {
    return `'${spec.name}' needs a person's approval, and asking for it failed: ${errorMessage(error)}`;
  }
}

/** The longest question that a person is asked. A longer one is refused: what is cut off would be approved unseen. */
const MAX_LENGTH = 20_000;

/** All arguments, one on each line, the short ones first: a path must not be looked for behind a long text. */
function question({ annotations, name }: ToolSpec, args: unknown): string {
  const title = visible(annotations.title ?? name);
  const entries = isRecord(args) ? Object.entries(args) : [['arguments', args] as const];
  const lines = entries.map(([key, value]) => `${visible(key)}: ${visible(JSON.stringify(value) ?? 'none')}`);
  if (lines.length === 0) return `Allow ${title}? It has no arguments.`;
  return [`Allow ${title}?`, ...lines.sort((a, b) => a.length - b.length)].join('\n');
}

/** Characters that are not seen, or that change the order or the lines of others, as their codes. */
function visible(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Control, format and unassigned characters, what Unicode says to show as nothing, and spaces other than the usual one. */
const HIDDEN = /\p{Cc}|\p{Cf}|\p{Cn}|\p{Co}|\p{Cs}|\p{Default_Ignorable_Code_Point}|(?! )\p{Z}|\u2800/gu;
