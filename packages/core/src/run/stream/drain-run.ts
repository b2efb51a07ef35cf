import type { AgentEvent, RunResult } from '@toolwright/contract';

/** Reads a run to its end and returns its result. */
export async function drainRun<Output>(
  events: AsyncGenerator<AgentEvent, RunResult>,
): Promise<RunResult<Output>> {
  for (;;) {
    const step = await events.next();
    // The given schema validated the output.
    if (step.done) return step.value as RunResult<Output>;
  }
}
