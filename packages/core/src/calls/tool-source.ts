import { type ToolSource, unknownToolMessage } from '@toolwright/contract';

export type { ToolExecution, ToolSource } from '@toolwright/contract';

/** The tools of an agent that has none. A model that calls one nevertheless is told so. */
export const NO_TOOLS: ToolSource = {
  listTools: () => [],
  execute: async (name) => ({ result: null, error: unknownToolMessage(name, []) }),
};
