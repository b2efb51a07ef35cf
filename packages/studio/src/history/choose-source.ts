import type { NewEntry } from '../record/read-line.js';
import type { EntrySource } from './run-history.js';
import type { RunRecord } from './run-record.js';

/** The rank of each source: a higher one has more information about a run. */
const RANKS: Readonly<Record<EntrySource['from'], number>> = { log: 0, live: 1, studio: 2 };

/**
 * Decides what to do with an entry of a run. All events of a run come from one source, although a connected program may also write a log, and
 * a log may be rewritten. A source of a higher rank replaces the entries, if it has the beginning of the run.
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
  // A log that was rotated continues without the beginning of the run.
  if (advantage === 0) return isBeginning && reading !== known.reading ? 'replace' : 'add';
  if (advantage < 0) return 'skip';
  if (isBeginning) return 'replace';
  // Studio can resume runs of other programs.
  return isStart && from === 'studio' ? 'add' : 'skip';
}
