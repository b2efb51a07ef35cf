import type { Message } from '@toolwright/contract';
import type { Observation } from '@toolwright/core';
import { advance, type OpenRun, openRun } from '../runs/open-run.js';
import type { SessionRecord } from './session-record.js';

/** The state of a session after all its records. */
export interface SessionHistory {
  /** The conversation of all finished runs: either only the part that the model still sees, or all of it. */
  readonly messages: readonly Message[];
  /** The indexes of the messages that belong to the preceding step; see `afterTools`. */
  readonly asides: readonly number[];
  readonly observations: readonly Observation[];
  readonly open?: OpenRun;
  /** Set if the model no longer sees the whole conversation. */
  readonly isShortened?: true;
}

const EMPTY: SessionHistory = { messages: [], asides: [], observations: [] };

/** Reads the whole conversation, including messages that the model no longer sees. */
export function readConversation(records: readonly SessionRecord[]): SessionHistory {
  return readHistory(records.map(withoutCut));
}

function withoutCut(record: SessionRecord): SessionRecord {
  if (record.type !== 'run-end') return record;
  const { history, historyAsides, ...rest } = record;
  return rest;
}

/**
 * Reads the conversation that the model still sees.
 * @param before the state before these records
 */
export function readHistory(records: Iterable<SessionRecord>, before = EMPTY): SessionHistory {
  let messages = [...before.messages];
  let asides = [...before.asides];
  const observations = [...before.observations];
  let { open, isShortened } = before;
  for (const record of records) {
    if (record.type === 'run-start') open = openRun(record);
    else if (record.type === 'run-end') {
      if (record.history !== undefined) {
        messages = [...record.history];
        isShortened = true;
        asides = [...(record.historyAsides ?? [])];
      } else {
        for (const place of record.asides ?? []) asides.push(messages.length + place);
        messages.push(...record.messages);
      }
      observations.push(...record.observations);
      open = undefined;
    } else if (open !== undefined) open = advance(open, record);
  }
  return { messages, asides, observations, ...(open && { open }), ...(isShortened && { isShortened }) };
}
