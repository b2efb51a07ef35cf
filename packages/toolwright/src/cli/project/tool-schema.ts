import type { JsonSchema, ToolSpec } from '@toolwright/contract';

/** What `schema` and `list --json` print of a tool. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly output?: JsonSchema;
}

export function toToolSchema({ name, description, parameters, output }: ToolSpec): ToolSchema {
  return { name, description, parameters, ...(output && { output }) };
}
