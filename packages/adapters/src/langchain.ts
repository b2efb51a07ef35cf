import { ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool, type ToolRunnableConfig } from '@langchain/core/tools';
import { errorMessage, type JsonValue } from '@toolwright/contract';
import type { ContextOfSource, WithoutContext } from '@toolwright/tools';
import { type AdaptedTools, listAdapted, resultOf } from './adapted-tools.js';
import { type ApprovalOptions, requireApproval } from './approval.js';

export type { AdaptedExecution, AdaptedTools, AdapterOptions } from './adapted-tools.js';
export type { ApprovalOptions } from './approval.js';

/** A tool with a JSON Schema that returns text. */
export type LangChainTool = DynamicStructuredTool<Record<string, unknown>, unknown, unknown, string>;

/**
 * The tools of a registry as they are now, for LangChain and LangGraph. Results are text: a string unchanged, anything else as JSON.
 * The registry validates. If a call of a model fails, the result is a message with the status `error` that the model reads; without the id of
 * a call, `invoke` rejects.
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
            // LangChain's agents end the run for a thrown error, or show the model its stack.
            if (callId === undefined || config.signal?.aborted) throw error;
            // LangChain's types promise a message to whoever passes the id of a call.
            return failure(spec.name, callId, error) as unknown as string;
          }
        },
      }),
    ),
  );
}

/** The same tool. LangChain checks only that the arguments fit the empty schema: it knows neither coercion nor the registry's sentences. */
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
