import { type ToolContext, ToolwrightError } from '@toolwright/contract';
import { ToolState } from './tool-state.js';

/** @throws ToolwrightError `LIMIT_REACHED` for a run that may not be started below its parent */
export function checkDepth(parent: Pick<ToolContext, 'state'> | undefined): void {
  const link = ToolState.linkOf(parent?.state);
  if (link === undefined || link.depth < link.maxDepth) return;
  throw new ToolwrightError(
    'LIMIT_REACHED',
    `Agents have started each other ${link.maxDepth} deep, which is the limit.`,
    {
      blame: 'model',
      hint: "Do the task without another agent, or raise 'maxDepth'.",
    },
  );
}
