import { errorMessage, shortenText, type ToolSpec } from '@toolwright/contract';
import type { McpCall } from './mcp-call.js';

/** Asks the person at the client to approve a call. @returns undefined if approved, else the message for the model */
export async function agreement(spec: ToolSpec, args: unknown, call: McpCall): Promise<string | undefined> {
  if (call.clientCapabilities.elicitation === undefined) {
    return `'${spec.name}' needs a person's approval, and this client has no way to ask for it.`;
  }
  try {
    const { action } = await call.elicit({
      message: `Allow ${spec.annotations.title ?? spec.name} with ${shown(args)}?`,
      requestedSchema: { type: 'object', properties: {} },
    });
    if (action === 'accept') return undefined;
    return `The user did not agree to this call of '${spec.name}' (${action}).`;
  } catch (error) {
    return `'${spec.name}' needs a person's approval, and asking for it failed: ${errorMessage(error)}`;
  }
}

/** Characters of the arguments that the person sees. */
const MAX_SHOWN = 2_000;

function shown(args: unknown): string {
  const text = JSON.stringify(args) ?? 'no arguments';
  return shortenText(text, MAX_SHOWN, `… (${text.length} characters)`);
}
