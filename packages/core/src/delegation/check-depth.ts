import { type ToolContext, ToolwrightError } from '@toolwright/contract';
import { ToolState } from './tool-state.js';

/** @throws ToolwrightError `LIMIT_REACHED` if the parent is already at the maximum depth */
export function checkDepth(parent: Pick<ToolContext, 'state'> | undefined): void {
  const link = ToolState.linkOf(parent?.state);
  if (link === undefined || link.depth < link.maxDepth) return;
  throw new ToolwrightError(
    'LIMIT_REACHED',
    `Agents are already nested ${link.maxDepth} deep, which is the limit.`,
    {
      blame: 'model',
      hint: "Perform the task without another agent, or raise 'maxDepth'.",
    },
  );
}
