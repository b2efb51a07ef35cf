import type { BuiltInPolicy } from '../built-in-policy.js';

/** Pauses the run for calls to tools that are marked `needsApproval`. */
export const approval: BuiltInPolicy = {
  name: 'approval',
  ordinary: [],
  beforeTool: ({ tool }) => (tool?.annotations.needsApproval === true ? { askApproval: true } : undefined),
};
