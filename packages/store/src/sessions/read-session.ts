import type { PendingCall, ToolSpec } from '@toolwright/contract';
import type { RunInput } from '@toolwright/core';
import { findInterrupted } from '../runs/open-run.js';
import { readConversation, type SessionHistory } from './session-history.js';
import type { SessionStore } from './session-store.js';
import { StoredParts } from './stored-parts.js';

/** The contents of a session, and whether its last run has finished. */
export interface SessionState extends Omit<SessionHistory, 'messages' | 'open' | 'isShortened'> {
  /** The whole conversation of all finished runs, including messages that the model no longer sees. */
  readonly messages: SessionHistory['messages'];
  /** `interrupted`: a run was cut off, or is executing in another process. `paused`: a run is waiting for a person. */
  readonly status: 'idle' | 'interrupted' | 'paused';
  /** The id of the unfinished run, if any. */
  readonly runId?: string;
  /** The input of the unfinished run, which is not yet part of `messages`. */
  readonly input?: RunInput;
  /** The calls that a person must decide on before the run can continue. */
  readonly pending: readonly PendingCall[];
}

/** Reads all records of a session, without an agent. @throws ToolwrightError `UNKNOWN_SESSION`, `STORE_CORRUPT`, `STORE_FAILED` */
export async function readSession(store: SessionStore, id: string): Promise<SessionState> {
  const parts = new StoredParts();
  const stored = await store.read(id);
  return stateOf(readConversation(stored.map(({ record }) => parts.unpack(record))));
}

/** @param tools the tools that would be used to resume the run, if known */
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
