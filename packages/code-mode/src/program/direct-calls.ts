import type { ToolExecution, ToolOutcome, ToolSource, ToolSpec } from '@toolwright/contract';
import type { InnerCall, InnerCalls } from '@toolwright/core';

/** The calls of a program outside a run, such as those of a server of MCP. Only the caller may have a user who can be asked. */
export function directCalls(
  tools: readonly ToolSpec[],
  execution: ToolExecution,
  execute: ToolSource['execute'],
): InnerCalls {
  let count = 0;
  const run = async ({ name, args }: InnerCall): Promise<ToolOutcome> => {
    count += 1;
    const refused = await refusal(
      tools.find((tool) => tool.name === name),
      args,
      execution,
    );
    if (refused !== undefined) return { result: null, error: refused };
    return execute(name, args, { ...execution, callId: `${execution.callId}/${count}` });
  };
  return { take: (_, produce) => produce(), run: (calls) => Promise.all(calls.map(run)) };
}

async function refusal(
  tool: ToolSpec | undefined,
  args: unknown,
  { agree }: ToolExecution,
): Promise<string | undefined> {
  if (tool === undefined) return 'The tool does not exist.';
  if (tool.annotations.needsApproval !== true) return undefined;
  if (agree === undefined) return `'${tool.name}' needs a person's approval, but nobody can be asked here.`;
  return agree(tool, args);
}
