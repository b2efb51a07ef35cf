import { type ToolSource, unknownToolMessage } from '@toolwright/contract';

export type { ArgumentsWatch, EarlyRefusal, ToolExecution, ToolSource } from '@toolwright/contract';

/** The tools of an agent without tools. A call is answered with an error. */
export const NO_TOOLS: ToolSource = {
  listTools: () => [],
  execute: async (name) => ({ result: null, error: unknownToolMessage(name, []) }),
};
