import type { PendingCall, ToolSpec } from '@toolwright/contract';
import type { RunInput } from '@toolwright/core';
import { findInterrupted } from '../runs/open-run.js';
import { readConversation, type SessionHistory } from './session-history.js';
import type { SessionStore } from './session-store.js';
import { StoredParts } from './stored-parts.js';

/** The contents of a session, and whether its last run has ended. */
export interface SessionState extends Omit<SessionHistory, 'messages' | 'open' | 'isShortened'> {
  /** The conversation of all ended runs, also what the model no longer sees of it. */
  readonly messages: SessionHistory['messages'];
  /** `interrupted`: a run was cut off, or is going on in another process. `paused`: it waits for a person. */
  readonly status: 'idle' | 'interrupted' | 'paused';
  /** The run that has not ended, if there is one. */
  readonly runId?: string;
  /** What that run was given: `messages` are those of ended runs. */
  readonly input?: RunInput;
  /** The calls about which a person has to decide before the run can go on. */
  readonly pending: readonly PendingCall[];
}

/** Reads all records of a session, without an agent. @throws ToolwrightError `UNKNOWN_SESSION`, `STORE_CORRUPT`, `STORE_FAILED` */
export async function readSession(store: SessionStore, id: string): Promise<SessionState> {
  const parts = new StoredParts();
  const stored = await store.read(id);
  return stateOf(readConversation(stored.map(({ record }) => parts.unpack(record))));
}

/** @param tools those with which the run would be resumed, if they are known */
export function stateOf(
  { open, isShortened: _, ...conversation }: SessionHistory,
  tools: readonly ToolSpec[] = [],
): SessionState {
  if (open === undefined) return { ...conversation, status: 'idle', pending: [] };
  const { runId, input } = open.start;
  if (open.paused !== undefined) {
    return { ...conversation, status: 'paused', runId, input, pending: open.paused.pending };
  }
  return { ...conversation, status: 'interrupted', runId, input, pending: findInterrupted(open, tools) };
}
