import { isRecord, unknownTool } from '@toolwright/contract';
import { invalidConfig } from '../base/invalid-config.js';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';

/** Whether the model may call tools, must call one, or must call a specific one. */
export type ToolChoice<Names extends string = string> =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly tool: Names };

/**
 * Applies a tool choice to a request. A call is only required until tools have run: otherwise, the run would never end.
 * @throws ToolwrightError `UNKNOWN_TOOL`, or `INVALID_CONFIG` for an invalid choice
 */
export function chooseTools(choice: ToolChoice, request: ModelRequest, haveRun: boolean): ModelRequest {
  assertChoice(choice);
  if (choice === 'auto' || (haveRun && choice !== 'none')) return request;
  if (typeof choice === 'string') return { ...request, options: { ...request.options, toolChoice: choice } };
  const tools = request.tools.filter(({ name }) => name === choice.tool);
  if (tools.length === 0) throw unknownTool(choice.tool, request.tools);
  return { ...request, tools, options: { ...request.options, toolChoice: 'required' } };
}

/** @throws ToolwrightError `INVALID_CONFIG` for an invalid value from plain JavaScript */
export function assertChoice(choice: unknown): void {
  if (isRecord(choice) ? typeof choice.tool === 'string' : CHOICES.includes(choice)) return;
  throw invalidConfig(
    `'toolChoice' is ${String(choice)}.`,
    "Choose 'auto', 'none', 'required' or { tool: 'name' }.",
  );
}

const CHOICES: readonly unknown[] = ['auto', 'none', 'required'];
