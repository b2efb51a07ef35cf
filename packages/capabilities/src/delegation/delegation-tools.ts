import { errorMessage, type ObjectSchema, type ToolContext } from '@toolwright/contract';
import type { ToolSource } from '@toolwright/core';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import type { Analyze } from './subagent.js';

/** The result or error of one of several tasks. */
export type AnalysisResult =
  | { readonly task: string; readonly success: true; readonly result: string }
  | { readonly task: string; readonly success: false; readonly error: string };

/** For a tool that ends its sub-agents by itself: time to report that to the model. */
const GRACE_MS = 10_000;

const TASK = {
  type: 'string',
  minLength: 1,
  description: 'What to find out, with all that is needed for it: nothing else of this conversation is known',
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

/** `analyzeSubagent` and `parallelAnalyze`, for the main agent. */
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
    description: 'Has a sub-agent with tools of its own look into one question, and gives its answer.',
    parameters: ONE,
    annotations,
    execute: ({ task }: { readonly task: string }, context) => analyze(task, context),
  });
  const several = new FunctionTool({
    name: 'parallelAnalyze',
    description:
      'Has 1 to 10 sub-agents look into one question each, at the same time. Gives their answers in the order of the tasks.',
    parameters: SEVERAL,
    annotations,
    execute: ({ tasks }: { readonly tasks: readonly string[] }, context) =>
      Promise.all(tasks.map((task) => attempt(task, context))),
  });
  return new ToolRegistry().register(one).register(several);
}
