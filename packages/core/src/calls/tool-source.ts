import { type ToolSource, unknownToolMessage } from '@toolwright/contract';

export type { ArgumentsWatch, EarlyRefusal, ToolExecution, ToolSource } from '@toolwright/contract';

/** The tool source of an agent without tools. Returns an error for every call. */
export const NO_TOOLS: ToolSource = {
  listTools: () => [],
  execute: async (name) => ({ result: null, error: unknownToolMessage(name, []) }),
};
