import { errorMessage } from '@toolwright/contract';
import type { LoadedCase } from '../dataset/load-cases.js';
import type { ScoreOptions } from '../define/scorer.js';
import type { RecordStore } from '../records/record-store.js';
import type { Prepared } from './score-attempt.js';
import { withTimeLimit } from './time-limit.js';

const PREPARE_MS = 600_000;

/** Prepares each scorer once, and keeps what it found for later runs. Returns the results by the version of the scorer. */
export async function prepareScorers(
  cases: readonly LoadedCase[],
  store: Pick<RecordStore, 'readCalibration' | 'keepCalibration'>,
  { signal, onUsage }: ScoreOptions,
): Promise<ReadonlyMap<string, Prepared>> {
  const prepared = new Map<string, Prepared>();
  for (const { name, version, prepare } of cases.flatMap(({ scorers }) => scorers)) {
    if (prepare === undefined || prepared.has(version)) continue;
    const known = store.readCalibration(version);
    try {
      const calibration = await withTimeLimit(`The calibration of '${name}'`, PREPARE_MS, signal, (own) =>
        prepare({ signal: own, onUsage, known }),
      );
      prepared.set(version, { calibration });
      if (calibration !== undefined && known === undefined) store.keepCalibration(version, calibration);
    } catch (error) {
      prepared.set(version, { error: `The scorer could not be prepared: ${errorMessage(error)}` });
    }
  }
  return prepared;
}
