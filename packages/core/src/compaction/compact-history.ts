import { errorMessage, type Message } from '@toolwright/contract';
import type { Run } from '../run.js';
import type { Compaction } from './compaction.js';

/** Makes the history of a run shorter before a request, where that is due. A failure is a warning: nothing is lost by it. */
export async function compactHistory(run: Run, compaction: Compaction): Promise<void> {
  const { client: llmClient } = run.settings;
  const { history } = run.record;
  const { messages } = history;
  const isAside = (message: Message): boolean => history.isAside(message);
  if (!compaction.isDue(messages, isAside)) return;
  const before = messages.length;
  const { signal } = run;
  const compacting = run.start(async () =>
    compaction.compact([...messages], {
      signal,
      llmClient,
      isAside,
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
  await run.emit({ type: 'history-compact', before, after: history.messages.length });
}
