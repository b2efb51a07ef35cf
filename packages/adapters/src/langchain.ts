import { ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool, type ToolRunnableConfig } from '@langchain/core/tools';
import { errorMessage, type JsonValue } from '@toolwright/contract';
import type { ContextOfSource, WithoutContext } from '@toolwright/tools';
import { type AdaptedTools, listAdapted, resultOf } from './adapted-tools.js';
import { type ApprovalOptions, requireApproval } from './approval.js';

export type { AdaptedExecution, AdaptedTools, AdapterOptions } from './adapted-tools.js';
export type { ApprovalOptions } from './approval.js';

/** A tool with a JSON Schema. It returns text. */
export type LangChainTool = DynamicStructuredTool<Record<string, unknown>, unknown, unknown, string>;

/**
 * Returns the current tools of a registry, for LangChain and LangGraph. Results are text: a string unchanged, anything else as JSON. The
 * registry validates the arguments. If a call made by a model fails, the result is a message with the status `error` that the model reads.
 * If the call has no id, `invoke` rejects.
 */
export function toLangChainTools<Tools extends AdaptedTools>(
  tools: Tools,
  options: ApprovalOptions & ContextOfSource<Tools>,
): LangChainTool[];
export function toLangChainTools<Tools extends AdaptedTools>(tools: WithoutContext<Tools>): LangChainTool[];
export function toLangChainTools(tools: AdaptedTools, options: ApprovalOptions = {}): LangChainTool[] {
  return listAdapted(tools, options).map((spec) =>
    withoutValidation(
      new DynamicStructuredTool<Record<string, unknown>, unknown, unknown, string>({
        name: spec.name,
        description: spec.description,
        schema: { ...spec.parameters },
        func: async (args, _manager, config: ToolRunnableConfig = {}) => {
          const callId = config.toolCall?.id;
          try {
            await requireApproval(spec, args, options);
            const execution = { signal: config.signal, callId, context: options.context };
            return textOf(await resultOf(tools, spec.name, args, execution));
          } catch (error) {
            // If an error is thrown, LangChain's agents end the run, or show the stack to the model.
            if (callId === undefined || config.signal?.aborted) throw error;
            // LangChain's types promise a message to callers that pass a call id.
            return failure(spec.name, callId, error) as unknown as string;
          }
        },
      }),
    ),
  );
}

/** Returns the same tool with an empty schema, because LangChain would validate without coercion and without the registry's messages. */
function withoutValidation(tool: LangChainTool): LangChainTool {
  const { call } = tool;
  const open: unknown = Object.create(tool, { schema: { value: {} } });
  Object.defineProperty(tool, 'call', { value: (...args: unknown[]) => Reflect.apply(call, open, args) });
  return tool;
}

function failure(name: string, callId: string, error: unknown): ToolMessage {
  const content = `Tool error: ${errorMessage(error)}`;
  return new ToolMessage({ content, name, tool_call_id: callId, status: 'error' });
}

function textOf(result: JsonValue): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}
