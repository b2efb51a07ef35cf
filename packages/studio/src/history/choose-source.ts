import type { NewEntry } from '../record/read-line.js';
import type { EntrySource } from './run-history.js';
import type { RunRecord } from './run-record.js';

/** The rank of each source. A source with a higher rank has more information about a run. */
const RANKS: Readonly<Record<EntrySource['from'], number>> = { log: 0, live: 1, studio: 2 };

/**
 * Decides what to do with an entry of a run. All events of a run come from one source, even if a connected program also writes a log or a
 * log is rewritten. A source with a higher rank replaces the entries if it has the start of the run.
 */
export function chooseSource(
  known: Pick<RunRecord, 'toldBy' | 'reading'> | undefined,
  { event }: Pick<NewEntry, 'event'>,
  { from, reading }: EntrySource,
): 'add' | 'replace' | 'skip' {
  if (known === undefined) return 'add';
  const isStart = event.type === 'run-start';
  const isBeginning = isStart && event.resumed === undefined;
  const advantage = RANKS[from] - RANKS[known.toldBy];
  // A rotated log continues without the start of the run.
  if (advantage === 0) return isBeginning && reading !== known.reading ? 'replace' : 'add';
  if (advantage < 0) return 'skip';
  if (isBeginning) return 'replace';
  // Studio can resume runs that other programs started.
  return isStart && from === 'studio' ? 'add' : 'skip';
}
