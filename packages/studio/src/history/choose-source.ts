import type { NewEntry } from '../record/read-line.js';
import type { EntrySource } from './run-history.js';
import type { RunRecord } from './run-record.js';

/** Who tells more of a run comes later. */
const RANKS: Readonly<Record<EntrySource['from'], number>> = { log: 0, live: 1, studio: 2 };

/**
 * What to do with an entry of a run: a program may be connected and write a log as well, and a log may be written anew. The events of a run
 * are taken from one source. One that tells more takes over where the run begins.
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
  // A log that goes on in another file has no beginning of the run.
  if (advantage === 0) return isBeginning && reading !== known.reading ? 'replace' : 'add';
  if (advantage < 0) return 'skip';
  if (isBeginning) return 'replace';
  // Studio resumes runs that another program has begun.
  return isStart && from === 'studio' ? 'add' : 'skip';
}
