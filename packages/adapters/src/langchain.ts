import { DynamicStructuredTool, type ToolRunnableConfig } from '@langchain/core/tools';
import type { JsonValue } from '@toolwright/contract';
import type { ContextOfSource, WithoutContext } from '@toolwright/tools';
import { type AdaptedTools, listAdapted, resultOf } from './adapted-tools.js';
import { type ApprovalOptions, requireApproval } from './approval.js';

export type { AdaptedExecution, AdaptedTools, AdapterOptions } from './adapted-tools.js';
export type { ApprovalOptions } from './approval.js';

/** A tool with a JSON Schema that returns text. */
export type LangChainTool = DynamicStructuredTool<Record<string, unknown>, unknown, unknown, string>;

/**
 * The tools of a registry as they are now, for LangChain and LangGraph. Results are text: a string unchanged, anything else as JSON.
 * LangChain validates the arguments before the registry does.
 */
export function toLangChainTools<Tools extends AdaptedTools>(
  tools: Tools,
  options: ApprovalOptions & ContextOfSource<Tools>,
): LangChainTool[];
export function toLangChainTools<Tools extends AdaptedTools>(tools: WithoutContext<Tools>): LangChainTool[];
export function toLangChainTools(tools: AdaptedTools, options: ApprovalOptions = {}): LangChainTool[] {
  return listAdapted(tools, options).map(
    (spec): LangChainTool =>
      new DynamicStructuredTool<Record<string, unknown>, unknown, unknown, string>({
        name: spec.name,
        description: spec.description,
        schema: { ...spec.parameters },
        func: async (args, _manager, config) => {
          await requireApproval(spec, args, options);
          const { signal, toolCall }: ToolRunnableConfig = config ?? {};
          const { context } = options;
          return textOf(await resultOf(tools, spec.name, args, { signal, callId: toolCall?.id, context }));
        },
      }),
  );
}

function textOf(result: JsonValue): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}
