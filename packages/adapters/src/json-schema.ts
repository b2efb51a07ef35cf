import type { JsonSchema, JsonValue, ObjectSchema, ToolAnnotations } from '@toolwright/contract';
import type { ContextOfSource, WithoutContext } from '@toolwright/tools';
import { type AdaptedExecution, type AdaptedTools, listAdapted, resultOf } from './adapted-tools.js';
import { type ApprovalOptions, requireApproval } from './approval.js';

export type { AdaptedExecution, AdaptedTools, AdapterOptions } from './adapted-tools.js';
export type { ApprovalOptions } from './approval.js';

/** A tool in a form that any framework can use. */
export interface JsonSchemaTool {
  readonly name: string;
  readonly description: string;
  /** A schema of draft 2020-12 with an object at the root. */
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  /**
   * Validates the arguments and runs the tool.
   * @param args the model's JSON text, or parsed JSON
   * @returns the result as JSON; rejects with a `ToolwrightError` `TOOL_FAILED`, whose message is meant for the model
   */
  execute(args: unknown, execution?: AdaptedExecution): Promise<JsonValue>;
}

/** Returns the current tools of a registry, for a framework without an adapter or for your own loop. */
export function toJsonSchemaTools<Tools extends AdaptedTools>(
  tools: Tools,
  options: ApprovalOptions & ContextOfSource<Tools>,
): JsonSchemaTool[];
export function toJsonSchemaTools<Tools extends AdaptedTools>(tools: WithoutContext<Tools>): JsonSchemaTool[];
export function toJsonSchemaTools(tools: AdaptedTools, options: ApprovalOptions = {}): JsonSchemaTool[] {
  return listAdapted(tools, options).map((spec) => {
    const { name, description, parameters, output, annotations } = spec;
    return {
      name,
      description,
      inputSchema: parameters,
      ...(output === undefined ? {} : { outputSchema: output }),
      annotations,
      async execute(args, execution = {}) {
        await requireApproval(spec, args, options);
        return resultOf(tools, name, args, { context: options.context, ...execution });
      },
    };
  });
}
