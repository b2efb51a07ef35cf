import { errorMessage, type Message } from '@toolwright/contract';
import type { Run } from '../run/run.js';
import { callBack } from '../run/run-failure.js';
import type { Compaction } from './compaction.js';

/** Makes the history of a run shorter before a request, where that is due. A failure is a warning: nothing is lost by it. */
export async function compactHistory(run: Run): Promise<void> {
  const { compaction } = run.settings;
  if (compaction === undefined) return;
  const { history } = run.record;
  const isAside = (message: Message): boolean => history.isAside(message);
  const isDue = callBack("The compaction's 'isDue'", () => compaction.isDue(history.messages, isAside));
  if (isDue) await compact(run, compaction);
}

/**
 * Makes the history shorter because the model has refused it as too long: by the compaction of the agent, and where that does not
 * help or there is none by half. A history without any limit stays as it is.
 * @returns whether it is shorter now
 */
export async function shortenHistory(run: Run): Promise<boolean> {
  const { compaction } = run.settings;
  const { history } = run.record;
  if (compaction === undefined && !Number.isFinite(history.maxHistory)) return false;
  const before = history.messages.length;
  if (compaction !== undefined) await compact(run, compaction);
  if (history.messages.length < before) return true;
  if (!history.halve()) return false;
  history.takeCut();
  const after = history.messages.length;
  const message = `The conversation is too long for the model: its history was cut from ${before} to ${after} messages.`;
  await run.emit({ type: 'warning', message });
  await run.emit({ type: 'history-compact', before, after });
  return true;
}

async function compact(run: Run, compaction: Compaction): Promise<void> {
  const { client: llmClient } = run.settings;
  const { history } = run.record;
  const before = history.messages.length;
  const { signal } = run;
  const compacting = run.start(async () =>
    compaction.compact([...history.messages], {
      signal,
      llmClient,
      isAside: (message) => history.isAside(message),
      spend: (response, model) => run.spend(response, model),
    }),
  );
  await run.follow(compacting);
  try {
    history.replace(compacting.result());
  } catch (error) {
    run.throwIfAborted();
    await run.emit({ type: 'warning', message: `The history was not compacted: ${errorMessage(error)}` });
    return;
  }
  history.takeCut();
  await run.emit({ type: 'history-compact', before, after: history.messages.length });
}
