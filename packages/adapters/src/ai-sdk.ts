import type { JsonValue } from '@toolwright/contract';
import type { ContextOfSource, WithoutContext } from '@toolwright/tools';
import { jsonSchema, type ToolSet, tool } from 'ai';
import {
  type AdaptedTools,
  type AdapterOptions,
  listAdapted,
  progressOf,
  resultOf,
} from './adapted-tools.js';

export type { AdaptedExecution, AdaptedTools, AdapterOptions } from './adapted-tools.js';

/**
 * The tools of a registry as they are now, by name, for `generateText` and `streamText` of the Vercel AI SDK. The
 * registry validates, so the model reads its errors. Calls of tools with `needsApproval` become approval requests. What a tool yields or
 * reports as progress is a preliminary result.
 */
export function toAiTools<Tools extends AdaptedTools>(
  tools: Tools,
  options: AdapterOptions & ContextOfSource<Tools>,
): ToolSet;
export function toAiTools<Tools extends AdaptedTools>(tools: WithoutContext<Tools>): ToolSet;
export function toAiTools(tools: AdaptedTools, options: AdapterOptions = {}): ToolSet {
  const entries = listAdapted(tools, options).map(({ name, description, parameters, annotations }) => {
    const adapted = tool({
      description,
      // The same JSON Schema, typed by another package. No `validate`: see above.
      inputSchema: jsonSchema<unknown>(parameters as Parameters<typeof jsonSchema>[0]),
      ...(annotations.title === undefined ? {} : { title: annotations.title }),
      ...(annotations.needsApproval ? { needsApproval: true } : {}),
      execute: (
        args: unknown,
        { abortSignal, toolCallId },
      ): Promise<JsonValue> | AsyncIterable<JsonValue> => {
        const execution = { signal: abortSignal, callId: toolCallId, context: options.context };
        // The AI SDK repeats the last value of a generator as the result, so only tools that may report progress are ones.
        const run = tools.mayReportProgress?.(name) ? progressOf : resultOf;
        return run(tools, name, args, execution);
      },
    });
    return [name, adapted] as const;
  });
  return Object.fromEntries(entries);
}
