import { errorMessage, escapeHidden, isRecord, type ToolSpec } from '@toolwright/contract';
import type { McpCall } from './mcp-call.js';

/** Asks the user of the client to approve a call. @returns undefined if approved, otherwise a message for the model */
export async function agreement(spec: ToolSpec, args: unknown, call: McpCall): Promise<string | undefined> {
  if (call.clientCapabilities.elicitation === undefined) {
    return `'${spec.name}' needs a person's approval, but this client cannot ask for it.`;
  }
  const message = question(spec, args);
  if (message.length > MAX_LENGTH) {
    return `'${spec.name}' needs a person's approval, but its arguments are too long to be shown: ${message.length} characters, at most ${MAX_LENGTH}.`;
  }
  try {
    const { action } = await call.elicit({
      message,
      requestedSchema: { type: 'object', properties: {} },
    });
    if (action === 'accept') return undefined;
    return `The user did not approve this call to '${spec.name}' (${action}).`;
  } catch (error) {
    return `'${spec.name}' needs a person's approval, but asking for it failed: ${errorMessage(error)}`;
  }
}

/** The maximum length of a question. A longer question is refused, because the user could not see all of the arguments. */
const MAX_LENGTH = 20_000;

/** Lists all arguments, one per line and the shortest first, so that a path is not hidden behind a long string. */
function question({ annotations, name }: ToolSpec, args: unknown): string {
  const title = escapeHidden(annotations.title ?? name);
  const entries = isRecord(args) ? Object.entries(args) : [['arguments', args] as const];
  const lines = entries.map(
    ([key, value]) => `${escapeHidden(key)}: ${escapeHidden(JSON.stringify(value) ?? 'none')}`,
  );
  if (lines.length === 0) return `Allow ${title}? It has no arguments.`;
  return [`Allow ${title}?`, ...lines.sort((a, b) => a.length - b.length)].join('\n');
}
