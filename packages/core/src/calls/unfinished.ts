import type { RunState } from '../run/run-state.js';

/** The error of a call that did not finish. */
export function unfinished({ timeIsUp }: Pick<RunState, 'timeIsUp'>): string {
  return `${timeIsUp ? 'The time of the run was up' : 'The run was aborted'} before this call was finished.`;
}
