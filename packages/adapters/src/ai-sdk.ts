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
 * Returns the current tools of a registry, by name, for `generateText` and `streamText` of the Vercel AI SDK. The registry validates the
 * arguments, so the model reads the registry's errors. Calls to tools with `needsApproval` become approval requests. Values that a tool
 * yields or reports as progress become preliminary results.
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
      // The same JSON Schema, typed by another package. Without `validate`, because the registry validates.
      inputSchema: jsonSchema<unknown>(parameters as Parameters<typeof jsonSchema>[0]),
      ...(annotations.title === undefined ? {} : { title: annotations.title }),
      ...(annotations.needsApproval ? { needsApproval: true } : {}),
      execute: (
        args: unknown,
        { abortSignal, toolCallId },
      ): Promise<JsonValue> | AsyncIterable<JsonValue> => {
        const execution = { signal: abortSignal, callId: toolCallId, context: options.context };
        // The AI SDK repeats the last value of a generator as the result, so only tools that may report progress return a generator.
        const run = tools.mayReportProgress?.(name) ? progressOf : resultOf;
        return run(tools, name, args, execution);
      },
    });
    return [name, adapted] as const;
  });
  return Object.fromEntries(entries);
}
