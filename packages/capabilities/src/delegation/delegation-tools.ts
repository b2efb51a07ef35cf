import { errorMessage, type ObjectSchema, type ToolContext } from '@toolwright/contract';
import type { ToolSource } from '@toolwright/core';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import type { Analyze } from './subagent.js';

/** The result or error of one task. */
export type AnalysisResult =
  | { readonly task: string; readonly success: true; readonly result: string }
  | { readonly task: string; readonly success: false; readonly error: string };

/** Extra time in milliseconds for a tool to report the timeout of its sub-agents to the model. */
const GRACE_MS = 10_000;

const TASK = {
  type: 'string',
  minLength: 1,
  description:
    'The question, with all necessary context: the sub-agent knows nothing else about this conversation',
} as const;

const ONE: ObjectSchema = {
  type: 'object',
  properties: { task: TASK },
  required: ['task'],
  additionalProperties: false,
};

const SEVERAL: ObjectSchema = {
  type: 'object',
  properties: { tasks: { type: 'array', items: TASK, minItems: 1, maxItems: 10 } },
  required: ['tasks'],
  additionalProperties: false,
};

/** Creates the tools `analyzeSubagent` and `parallelAnalyze` for the main agent. */
export function delegationTools(analyze: Analyze, timeoutMs: number): ToolSource {
  const annotations = { readOnly: true, timeoutMs: timeoutMs + GRACE_MS };
  const attempt = async (task: string, context: ToolContext): Promise<AnalysisResult> => {
    try {
      return { task, success: true, result: await analyze(task, context) };
    } catch (error) {
      return { task, success: false, error: errorMessage(error) };
    }
  };
  const one = new FunctionTool({
    name: 'analyzeSubagent',
    description: 'Runs a sub-agent with its own tools on one question. Returns its answer.',
    parameters: ONE,
    annotations,
    execute: ({ task }: { readonly task: string }, context) => analyze(task, context),
  });
  const several = new FunctionTool({
    name: 'parallelAnalyze',
    description:
      'Runs 1 to 10 sub-agents in parallel, each on one question. Returns their answers in the order of the tasks.',
    parameters: SEVERAL,
    annotations,
    execute: ({ tasks }: { readonly tasks: readonly string[] }, context) =>
      Promise.all(tasks.map((task) => attempt(task, context))),
  });
  return new ToolRegistry().register(one).register(several);
}
