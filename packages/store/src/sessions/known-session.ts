import { isToolwrightError, sealOwn } from '@toolwright/contract';
import { START } from '../checksum.js';
import { readConversation, readHistory, type SessionHistory } from './session-history.js';
import type { RunEndRecord } from './session-record.js';
import type { SessionCheckpoint, SessionExcerpt, SessionPosition, SessionStore } from './session-store.js';
import { StoredParts } from './stored-parts.js';

/** The part of a session that has been read. Immutable. */
export interface KnownSession {
  /** Undefined if the store does not support positions. */
  readonly position?: SessionPosition;
  /** The history. Its observations are only those after the last checkpoint. */
  readonly history: SessionHistory;
  readonly parts: StoredParts;
  readonly checkpoint: LastCheckpoint;
}

/** The end of the last checkpoint, and what has happened since. */
interface LastCheckpoint {
  readonly to: SessionPosition;
  /** The number of messages that the checkpoint covers. */
  readonly messages: number;
  /** Whether the conversation was shortened since then. */
  readonly isShortened: boolean;
  /** The records since then that contain images or files. */
  readonly media: readonly number[];
}

const UNREAD: KnownSession = {
  position: START,
  history: readHistory([]),
  parts: new StoredParts(),
  checkpoint: { to: START, messages: 0, isShortened: false, media: [] },
};

/** Reads a session with the whole conversation and all observations. @throws ToolwrightError if the store does */
export async function readCurrent(store: SessionStore, id: string): Promise<SessionHistory> {
  const { history } = await read(store, id, undefined, true);
  if (history.isShortened === undefined) return history;
  // Checkpoints contain only the shortened conversation, so all records are read.
  const parts = new StoredParts();
  return readConversation((await store.read(id)).map(({ record }) => parts.unpack(record)));
}

/** Reads the new records of a session. @throws ToolwrightError if the store does */
export async function readOn(store: SessionStore, id: string, known?: KnownSession): Promise<KnownSession> {
  const current = await read(store, id, known, false);
  // Later runs reuse these messages, so they are sealed against changes. A run's memory does not copy sealed messages.
  for (const message of current.history.messages) sealOwn(message);
  return current;
}

async function read(
  store: SessionStore,
  id: string,
  known: KnownSession | undefined,
  observations: boolean,
): Promise<KnownSession> {
  const excerpt = await store.readFrom?.(id, { known: known?.position, observations });
  try {
    if (excerpt !== undefined) return follow(excerpt.continues && known ? known : UNREAD, excerpt);
  } catch (error) {
    // Perhaps only a checkpoint is damaged, so the records themselves are read.
    if (!isToolwrightError(error) || error.code !== 'STORE_CORRUPT') throw error;
  }
  return follow(UNREAD, { checkpoints: [], media: [], records: await store.read(id), position: undefined });
}

/** The number of records after the last checkpoint at which a new one is due. */
const RECORDS_PER_CHECKPOINT = 256;

/** Returns the checkpoint that is due, if any. */
export function nextCheckpoint(known: KnownSession): SessionCheckpoint | undefined {
  const { position, history, parts, checkpoint } = known;
  const { to: from, isShortened, media } = checkpoint;
  if (position === undefined || position.seq - from.seq < RECORDS_PER_CHECKPOINT) return undefined;
  if (history.open !== undefined) return undefined;
  const { messages, asides, observations } = history;
  const added = asides.filter((place) => place >= checkpoint.messages);
  const end: RunEndRecord = {
    ...{ type: 'run-end', runId: '', status: 'completed', finalResponse: '', errors: [] },
    ...(isShortened
      ? { messages: [], history: messages, historyAsides: asides }
      : {
          messages: messages.slice(checkpoint.messages),
          asides: added.map((place) => place - checkpoint.messages),
        }),
    observations,
  };
  // Packing leaves only references, because the records already contain all media.
  return { from, to: position, end: parts.pack(end), media };
}

/** Returns the session after its checkpoint was stored. */
export function withCheckpoint(known: KnownSession, { to }: SessionCheckpoint): KnownSession {
  const history = { ...known.history, observations: [] };
  return { ...known, history, checkpoint: coverAll(to, history) };
}

function follow(
  known: KnownSession,
  excerpt: Omit<SessionExcerpt, 'continues' | 'position'> & {
    readonly position: SessionPosition | undefined;
  },
): KnownSession {
  const parts = new StoredParts();
  parts.learn(known.parts);
  for (const { record } of excerpt.media) parts.unpack(record);
  const ends = excerpt.checkpoints.map(({ end }) => parts.unpack(end));
  const covered = ends.length === 0 ? known.history : readHistory(ends, known.history);
  const last = excerpt.checkpoints.at(-1);
  const checkpoint = last === undefined ? known.checkpoint : coverAll(last.to, covered);
  const media = [...checkpoint.media];
  const records = excerpt.records.map(({ seq, record }) => {
    const before = parts.size;
    const whole = parts.unpack(record);
    if (parts.size > before) media.push(seq);
    return whole;
  });
  return {
    ...(excerpt.position && { position: excerpt.position }),
    history: readHistory(records, covered),
    parts,
    checkpoint: {
      ...checkpoint,
      media,
      isShortened: checkpoint.isShortened || records.some((record) => 'history' in record),
    },
  };
}

function coverAll(to: SessionPosition, { messages }: SessionHistory): LastCheckpoint {
  return { to, messages: messages.length, isShortened: false, media: [] };
}
