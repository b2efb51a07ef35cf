import type { LLMResponse, RunResult } from '@toolwright/contract';
import { takeToolStep } from '../calls/tool-step.js';
import { readAnswer } from '../output/read-answer.js';
import { applyInput } from '../policies/policy.js';
import type { Reply } from '../protocols/tool-call-protocol.js';
import { conclude, findCut } from './conclude.js';
import { endRun, failRun } from './end-run.js';
import { READER_LEFT } from './event-reader.js';
import { openRun } from './open-run.js';
import type { Ports } from './ports.js';
import { addMessage, addReply } from './record.js';
import { requestReply } from './request-reply.js';
import type { RunEnding, RunSetup } from './run-setup.js';
import type { RunState } from './run-state.js';

/**
 * Runs an agent from its input, or from where it was paused, to its end. If somebody reads the run, it waits after each event for
 * the next one to be asked for; a reader that leaves ends it.
 */
export async function runLoop<Output = unknown>(setup: RunSetup): Promise<RunResult<Output>> {
  const { state, ports } = openRun(setup);
  let failure: RunEnding['failure'];
  let left = false;
  try {
    ports.clock.start();
    await begin(state, ports, setup);
    await loop(state, ports);
  } catch (error) {
    left = error === READER_LEFT;
    if (!left) failure = failRun(state, ports, error);
  }
  const ending = await endRun(state, ports, setup, { failure, left });
  if (ending.failure !== undefined) throw ending.failure.error;
  // The schema that the run was given has validated the output.
  return ending.result as RunResult<Output>;
}

async function begin(state: RunState, { agent, events, policies }: Ports, setup: RunSetup): Promise<void> {
  const { length: tools } = agent.listTools();
  await events.emit({ type: 'run-start', input: setup.input.content, tools });
  if (setup.resumed !== undefined) return;
  await events.emit(addMessage(state, applyInput(policies, setup.input, state)));
}

/** The loop: ask the model, execute the tools that it calls, ask again, until it answers without calls. */
async function loop(state: RunState, ports: Ports): Promise<void> {
  if (state.step !== undefined) await takeToolStep(state, ports, state.step);
  while (state.status === 'running') {
    const { response, reply } = await requestReply(state, ports);
    if (reply.calls.length === 0) await takeAnswer(state, ports, response, reply);
    else {
      await ports.events.emitAll(addReply(state, ports, response, reply));
      await takeToolStep(state, ports, { reply, finished: [] });
    }
  }
}

async function takeAnswer(state: RunState, ports: Ports, response: LLMResponse, reply: Reply): Promise<void> {
  const events = addReply(state, ports, response, reply);
  const cut = findCut(response, reply);
  const isAnswer = cut === undefined && ports.output === undefined;
  // The run has its answer before a reader can leave it.
  if (isAnswer) events.push(...conclude(state, ports, response, reply));
  await ports.events.emitAll(events);
  if (cut !== undefined) throw cut;
  if (ports.output !== undefined) await readAnswer(state, ports, ports.output, response, reply);
}
