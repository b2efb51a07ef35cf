import type { JsonValue } from '@toolwright/contract';
import { jsonSchema, type Tool, tool } from 'ai';
import { type AdaptedTools, resultOf } from './adapted-tools.js';

export type { AdaptedExecution, AdaptedTools } from './adapted-tools.js';

/** The tools of a registry by name, as `generateText` and `streamText` take them. Their arguments are whatever the model writes. */
export type AiTools = Record<string, Tool<unknown, JsonValue>>;

/**
 * The tools of a registry as they are now, for the Vercel AI SDK. The registry validates, so that the model reads its errors; calls of
 * tools with `needsApproval` become approval requests.
 */
export function toAiTools(tools: AdaptedTools): AiTools {
  const entries = tools.listTools().map(({ name, description, parameters, annotations }) => {
    const adapted = tool<unknown, JsonValue>({
      description,
      // The same JSON Schema, typed by another package. No `validate`: see above.
      inputSchema: jsonSchema<unknown>(parameters as Parameters<typeof jsonSchema>[0]),
      ...(annotations.title === undefined ? {} : { title: annotations.title }),
      ...(annotations.needsApproval ? { needsApproval: true } : {}),
      execute: (args, { abortSignal, toolCallId }) =>
        resultOf(tools, name, args, { signal: abortSignal, callId: toolCallId }),
    });
    return [name, adapted] as const;
  });
  return Object.fromEntries(entries);
}
