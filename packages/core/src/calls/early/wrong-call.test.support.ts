import type { ObjectSchema } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';

export const parameters: ObjectSchema = {
  type: 'object',
  properties: { mode: { enum: ['append', 'replace'] }, content: { type: 'string' } },
  required: ['mode', 'content'],
  additionalProperties: false,
};
const write = { name: 'write', description: 'Writes.', parameters, fn: () => 'written' };
export const registry = new ToolRegistry().register(new FunctionTool(write));

/** The chunks of an invalid call's arguments, up to the point where it cannot become valid. */
export const BEGUN = ['{"mo', 'de":"ins', 'ert","cont', 'ent":"'];
/** The arguments recorded for this call. */
export const CUT = '{"mode":"insert"}';
export const SENTENCE = `Invalid arguments for 'write': mode must be one of "append", "replace"; got "insert".`;
