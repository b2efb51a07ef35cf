import type { JsonValue } from '@toolwright/contract';
import type {
  ArgumentsOf,
  ContextOfSource,
  JsonForm,
  ToolsOfSource,
  WithoutContext,
} from '@toolwright/tools';
import { jsonSchema, type Tool, type ToolSet, tool } from 'ai';
import {
  type AdaptedTools,
  type AdapterOptions,
  listAdapted,
  progressOf,
  resultOf,
} from './adapted-tools.js';

export type { AdaptedExecution, AdaptedTools, AdapterOptions } from './adapted-tools.js';

/**
 * The tools of a registry as tools of the AI SDK: their names, the arguments that models write and the results that models read. Any
 * tools if the type of the registry does not tell them. `InferUITools` reads it.
 */
export type AiTools<Source> = string extends keyof ToolsOfSource<Source>
  ? ToolSet
  : [keyof ToolsOfSource<Source>] extends [never]
    ? ToolSet
    : {
        [Name in keyof ToolsOfSource<Source> & string]: Tool<
          Mutable<ArgumentsOf<ToolsOfSource<Source>[Name]>>,
          ResultOf<ToolsOfSource<Source>[Name]>
        >;
      };

type ResultOf<One> = One extends { readonly returns: infer Returns }
  ? Mutable<JsonForm<Awaited<ValueOf<Returns>>>>
  : unknown;

/** What models read of a generator: its values, and what it returns. */
type ValueOf<Returns> =
  Returns extends AsyncGenerator<infer Value, infer Result, never>
    ? Value | Result
    : Returns extends Generator<infer Value, infer Result, never>
      ? Value | Result
      : Returns;

/** Values that the caller owns. */
type Mutable<Value> = unknown extends Value
  ? unknown
  : { -readonly [Key in keyof Value]: Mutable<Value[Key]> };

/**
 * Returns the current tools of a registry, by name, for `generateText` and `streamText` of the Vercel AI SDK. The registry validates the
 * arguments, so the model reads the registry's errors. Calls to tools with `needsApproval` become approval requests. Values that a tool
 * yields or reports as progress become preliminary results.
 */
export function toAiTools<Tools extends AdaptedTools>(
  tools: Tools,
  options: AdapterOptions & ContextOfSource<Tools>,
): AiTools<Tools>;
export function toAiTools<Tools extends AdaptedTools>(tools: WithoutContext<Tools>): AiTools<Tools>;
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
