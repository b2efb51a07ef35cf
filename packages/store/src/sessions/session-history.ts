import type { Message } from '@toolwright/contract';
import type { Observation } from '@toolwright/core';
import { advance, type OpenRun, openRun } from '../runs/open-run.js';
import type { SessionRecord } from './session-record.js';

/** The state of a session after all its records. */
export interface SessionHistory {
  /** The conversation of all ended runs: what the model still sees of it, or the whole. */
  readonly messages: readonly Message[];
  /** Which of them belong to the step before them, by their places: see `afterTools`. */
  readonly asides: readonly number[];
  readonly observations: readonly Observation[];
  readonly open?: OpenRun;
  /** The model no longer sees all of it. */
  readonly isShortened?: true;
}

const EMPTY: SessionHistory = { messages: [], asides: [], observations: [] };

/** The whole conversation, whatever the model still sees of it. */
export function readConversation(records: readonly SessionRecord[]): SessionHistory {
  return readHistory(records.map(withoutCut));
}

function withoutCut(record: SessionRecord): SessionRecord {
  if (record.type !== 'run-end') return record;
  const { history, historyAsides, ...rest } = record;
  return rest;
}

/**
 * What the model still sees.
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
