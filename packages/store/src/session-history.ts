import type { Message } from '@toolwright/contract';
import type { Observation } from '@toolwright/core';
import { advance, type OpenRun, openRun } from './open-run.js';
import type { SessionRecord } from './session-record.js';

/** What the records of a session come to. */
export interface SessionHistory {
  /** The conversation of all ended runs. */
  readonly messages: readonly Message[];
  readonly observations: readonly Observation[];
  readonly open?: OpenRun;
}

export function readHistory(records: Iterable<SessionRecord>): SessionHistory {
  let messages: Message[] = [];
  const observations: Observation[] = [];
  let open: OpenRun | undefined;
  for (const record of records) {
    if (record.type === 'run-start') open = openRun(record);
    else if (record.type === 'run-end') {
      messages = record.history ? [...record.history] : [...messages, ...record.messages];
      observations.push(...record.observations);
      open = undefined;
    } else if (open !== undefined) open = advance(open, record);
  }
  return { messages, observations, ...(open && { open }) };
}
