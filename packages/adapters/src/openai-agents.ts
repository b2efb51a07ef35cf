import { type Tool, tool } from '@openai/agents';
import {
  errorMessage,
  isDeveloperError,
  type JsonValue,
  type ObjectSchema,
  type ToolSpec,
} from '@toolwright/contract';
import { getDialect, isPossible } from '@toolwright/json-schema';
import type { ContextOfSource, WithoutContext } from '@toolwright/tools';
import { type AdaptedTools, type AdapterOptions, listAdapted, resultOf } from './adapted-tools.js';

export type { AdaptedExecution, AdaptedTools, AdapterOptions } from './adapted-tools.js';

/**
 * Returns the current tools of a registry, for OpenAI Agents. A tool is strict if OpenAI's strict mode supports its schema. That mode's
 * changes (absent values become null) are undone before the registry validates the arguments. The model reads the registry's errors. Calls
 * to tools with `needsApproval` interrupt the run.
 */
export function toAgentsTools<Tools extends AdaptedTools>(
  tools: Tools,
  options: AdapterOptions & ContextOfSource<Tools>,
): Tool<unknown>[];
export function toAgentsTools<Tools extends AdaptedTools>(tools: WithoutContext<Tools>): Tool<unknown>[];
export function toAgentsTools(tools: AdaptedTools, options: AdapterOptions = {}): Tool<unknown>[] {
  return listAdapted(tools, options).map((spec) => {
    const lowered = getDialect('openai-strict').lower(spec.parameters);
    if (!isPossible(lowered)) {
      const shared = sharedOptions(spec, tools, (args) => args, options);
      return tool({ ...shared, parameters: wireSchema<Open>(spec.parameters), strict: false });
    }
    const shared = sharedOptions(spec, tools, lowered.decode, options);
    return tool({ ...shared, parameters: wireSchema<Closed>(lowered.schema), strict: true });
  });
}

function sharedOptions(
  { name, description, annotations }: ToolSpec,
  tools: AdaptedTools,
  decode: (args: JsonValue) => JsonValue,
  { context }: AdapterOptions,
) {
  return {
    name,
    description,
    needsApproval: annotations.needsApproval === true,
    execute: (args: unknown, _context: unknown, details?: CallDetails): Promise<JsonValue> =>
      // Parsed from JSON.
      resultOf(tools, name, decode(args as JsonValue), {
        signal: details?.signal,
        callId: details?.toolCall?.callId,
        context,
      }),
    errorFunction: (_context: unknown, error: unknown) => {
      // Ends the run.
      if (isDeveloperError(error)) throw error;
      return `Tool error: ${errorMessage(error)}`;
    },
  };
}

/** The details of a call that the adapter uses. */
interface CallDetails {
  readonly signal?: AbortSignal | undefined;
  readonly toolCall?: { readonly callId: string } | undefined;
}

interface Open {
  type: 'object';
  properties: Record<string, Record<string, unknown>>;
  required: string[];
  additionalProperties: true;
}

interface Closed extends Omit<Open, 'additionalProperties'> {
  additionalProperties: false;
}

/** Converts a schema to the type that OpenAI Agents expects: strict for closed schemas, otherwise open. Both are sent unchanged. */
function wireSchema<Schema extends Open | Closed>(schema: ObjectSchema): Schema {
  const { properties, required = [], ...rest } = schema;
  const wire: object = { ...rest, properties: { ...properties }, required: [...required] };
  // `additionalProperties` comes from the registry's schema.
  return wire as Schema;
}
