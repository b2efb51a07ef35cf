import {
  ANNOTATIONS,
  checkOptions,
  type ObjectSchema,
  optionsOf,
  type RunResult,
  type ToolAnnotations,
  type ToolContext,
  ToolwrightError,
} from '@toolwright/contract';
import type { Tool } from '@toolwright/tools';
import type { Resumption } from '../approval/nested-runs.js';
import type { ToolSource } from '../calls/tool-source.js';
import { runSubAgent } from '../delegation/run-sub-agent.js';
import { ToolState } from '../delegation/tool-state.js';
import { describeStop } from '../run/describe-stop.js';
import { checkRunOptions } from '../run/options/check-run-options.js';
import type { RunOptions } from '../run/options/run-options.js';
import { describeCutResult } from '../run/reply-end.js';

/** Options of `agent.asTool`. */
export interface AgentToolOptions {
  /** Default: the agent's name. */
  readonly name?: string | undefined;
  /** The description for the model. Default: the agent's. */
  readonly description?: string | undefined;
  /** How long a task may take, in milliseconds. Default: 600,000. */
  readonly timeoutMs?: number | undefined;
  readonly annotations?: Omit<ToolAnnotations, 'timeoutMs'> | undefined;
  /** Options for the runs that the tool starts. The context comes from the calling run. */
  readonly run?: Omit<RunOptions, 'signal' | 'images' | 'parent' | 'context'> | undefined;
}

const AS_TOOL = optionsOf<AgentToolOptions>()({
  'a string': 'name description',
  'a number': 'timeoutMs',
  'an object': 'annotations run',
});

/** An agent as a tool of other agents; see `agent.asTool()`. */
export type AgentTool<App = unknown> = Tool<string, { readonly task: string }, Promise<unknown>, App>;

const DEFAULT_TIMEOUT_MS = 600_000;

const PARAMETERS: ObjectSchema = {
  type: 'object',
  properties: {
    task: {
      type: 'string',
      description: 'What to do, with all the information needed: the agent does not see this conversation',
    },
  },
  required: ['task'],
  additionalProperties: false,
};

/**
 * Creates a tool that gives its task to an agent. The result is the agent's answer, or its structured output if one was requested.
 * @param tools the agent's tools, which are read at each call
 */
export function agentTool(
  agent: { readonly name: string; readonly description: string },
  tools: ToolSource | undefined,
  options: AgentToolOptions,
  start: (task: string, context: ToolContext, resumption: Resumption | undefined) => Promise<RunResult>,
): AgentTool {
  checkOptions(options, AS_TOOL, 'asTool');
  checkOptions(options.annotations, ANNOTATIONS, 'annotations');
  checkRunOptions(options.run ?? {});
  const { name, description, timeoutMs = DEFAULT_TIMEOUT_MS, annotations } = options;
  return {
    name: name ?? agent.name.replace(/[^\w.-]/g, '_'),
    description: (description ?? agent.description) || `Gives a task to ${agent.name}.`,
    parameters: PARAMETERS,
    annotations: { ...annotations, ...(Number.isFinite(timeoutMs) && { timeoutMs }) },
    needsContext: tools?.listTools().some(({ needsContext }) => needsContext),
    async execute({ task }, context) {
      const link = ToolState.linkOf(context.state);
      const nested = link?.nested;
      const result = await runSubAgent(context, () =>
        start(task, context, nested?.findResumption(context.callId)),
      );
      if (result.toolCalls.some(({ outcome }) => outcome.untrusted)) link?.untrusted.add(context.callId);
      if (result.paused === undefined) return readResult(agent.name, result);
      // The calling run also pauses and repeats this call later, so this result is never read.
      nested?.pause(context.callId, result.paused);
      return '';
    },
  };
}

function readResult(agent: string, result: RunResult): unknown {
  const { status, output, finalResponse, limit, errors } = result;
  const answered = status === 'completed' || (limit !== undefined && finalResponse !== '');
  if (answered) return output ?? withCutNote(agent, result);
  const reason =
    errors.at(-1) ??
    describeStop(result) ??
    (limit === undefined ? status : `the limit of ${limit} was reached`);
  throw new ToolwrightError('TOOL_FAILED', `${agent} gave no answer: ${reason}`, { blame: 'tool' });
}

/** Returns the answer. If it was truncated, a note says so. */
function withCutNote(agent: string, result: RunResult): string {
  const cut = describeCutResult(result);
  return [result.finalResponse, cut && `(${agent}: ${cut})`].filter(Boolean).join('\n\n');
}
