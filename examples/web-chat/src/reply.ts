import type { AgentEvent } from 'toolwright/types';

/**
 * What the page shows as an answer.
 * @schema
 */
export interface Reply {
  text: string;
  /** What the person may want to ask next */
  suggestions: string[];
}

/** Leaves out the text of the answer, which is JSON: the page shows the output instead. Text beside calls of tools stays. */
export function withoutAnswer(): (event: AgentEvent) => AgentEvent | undefined {
  let isAnswer = false;
  return (event) => {
    if (event.type === 'llm-call') isAnswer = false;
    if (event.type === 'message' && event.message.role === 'assistant')
      isAnswer = event.message.tool_calls === undefined;
    return isAnswer && event.type === 'text-delta' ? undefined : event;
  };
}
