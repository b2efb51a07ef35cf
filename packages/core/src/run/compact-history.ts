import { errorMessage, type Message } from '@toolwright/contract';
import { invokeCallback } from '../base/callbacks.js';
import type { Compaction } from '../compaction/compaction.js';
import { costOf } from '../limits/cost-of.js';
import type { RunState } from '../state/run-state.js';
import type { Ports } from './ports.js';
import { READER_LEFT } from './stream/event-reader.js';

/** Shortens a run's history before a request if necessary. A failure only causes a warning, because no data is lost. */
export async function compactHistory(state: RunState, ports: Ports): Promise<void> {
  const { compaction } = ports.agent.settings;
  if (compaction === undefined) return;
  const { history } = state;
  const isAside = (message: Message): boolean => history.isAside(message);
  const isDue = invokeCallback("The compaction's 'isDue'", () => compaction.isDue(history.messages, isAside));
  if (isDue) await compact(state, ports, compaction);
}

/**
 * Shortens a history that the model refused as too long. Runs the agent's compaction; without one, or if it does not help, drops
 * half of the history. Without a compaction, an unlimited history is not shortened.
 * @returns whether the history was shortened
 */
export async function shortenHistory(state: RunState, ports: Ports): Promise<boolean> {
  const { compaction } = ports.agent.settings;
  const { history } = state;
  if (compaction === undefined && !Number.isFinite(history.maxHistory)) return false;
  const before = history.messages.length;
  if (compaction !== undefined) await compact(state, ports, compaction);
  if (history.messages.length < before) return true;
  if (!history.halve()) return false;
  history.takeCut();
  const after = history.messages.length;
  const message = `The conversation is too long for the model: its history was cut from ${before} to ${after} messages.`;
  await ports.events.emit({ type: 'warning', message });
  await ports.events.emit({ type: 'history-compact', before, after });
  return true;
}

async function compact(
  { history, ledger }: RunState,
  { agent, clock, events }: Ports,
  compaction: Compaction,
): Promise<void> {
  const { client: llmClient, price } = agent.settings;
  const { messages } = history;
  const before = messages.length;
  const { signal } = clock;
  const compacting = clock.withAbort(async () =>
    compaction.compact([...messages], {
      signal,
      llmClient,
      isAside: (message) => history.isAside(message),
      spend: ({ usage, answeredBy }, client) => {
        const cost = usage && costOf(usage, answeredBy ?? client, price);
        ledger.addRequest(usage, cost, client, answeredBy);
      },
    }),
  );
  try {
    const kept = await compacting;
    if (kept.length === before && kept.every((message, index) => message === messages[index])) return;
    history.replace(kept);
  } catch (error) {
    if (error === READER_LEFT) throw error;
    clock.throwIfAborted();
    await events.emit({ type: 'warning', message: `The history was not compacted: ${errorMessage(error)}` });
    return;
  }
  history.takeCut();
  await events.emit({ type: 'history-compact', before, after: messages.length });
}
