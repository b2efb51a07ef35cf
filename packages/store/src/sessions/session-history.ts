import type { Message } from '@toolwright/contract';
import type { Observation } from '@toolwright/core';
import { advance, type OpenRun, openRun } from '../runs/open-run.js';
import type { SessionRecord } from './session-record.js';

/** The state of a session after all its records. */
export interface SessionHistory {
  /** The conversation of all ended runs. */
  readonly messages: readonly Message[];
  /** Which of them belong to the step before them, by their places: see `afterTools`. */
  readonly asides: readonly number[];
  readonly observations: readonly Observation[];
  readonly open?: OpenRun;
}

const EMPTY: SessionHistory = { messages: [], asides: [], observations: [] };

/** @param before the state before these records */
export function readHistory(records: Iterable<SessionRecord>, before = EMPTY): SessionHistory {
  let messages = [...before.messages];
  let asides = [...before.asides];
  const observations = [...before.observations];
  let { open } = before;
  for (const record of records) {
    if (record.type === 'run-start') open = openRun(record);
    else if (record.type === 'run-end') {
      if (record.history !== undefined) {
        messages = [...record.history];
        asides = [...(record.historyAsides ?? [])];
      } else {
        for (const place of record.asides ?? []) asides.push(messages.length + place);
        messages.push(...record.messages);
      }
      observations.push(...record.observations);
      open = undefined;
    } else if (open !== undefined) open = advance(open, record);
  }
  return { messages, asides, observations, ...(open && { open }) };
}
