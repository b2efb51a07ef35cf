import type { AgentEvent, RunResult } from '@toolwright/contract';

/** Reads a run to its end, for its result only. */
export async function drainRun<Output>(
  events: AsyncGenerator<AgentEvent, RunResult>,
): Promise<RunResult<Output>> {
  for (;;) {
    const step = await events.next();
    // The schema that the run was given has validated the output.
    if (step.done) return step.value as RunResult<Output>;
  }
}
