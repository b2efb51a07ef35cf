import type { Policy } from '../policy.js';

/** Pauses the run for calls of tools that are marked `needsApproval`. */
export const approval: Policy = {
  name: 'approval',
  beforeTool: ({ tool }) => (tool?.annotations.needsApproval === true ? { askApproval: true } : undefined),
};
