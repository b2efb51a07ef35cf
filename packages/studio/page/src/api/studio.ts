import { signal } from '@preact/signals';
import type { ProblemsReply } from '../../../src/protocol/problem-requests.js';
import type {
  CallEntry,
  CallsReply,
  ProgramState,
  StudioInfo,
  StudioTool,
  ToolsReply,
} from '../../../src/protocol/requests.js';
import type { RunEntry } from '../../../src/protocol/studio-event.js';
import type { Update } from '../../../src/protocol/updates.js';
import { newest } from './newest.js';
import { type Api, createApi, toShownError } from './request.js';
import { shareUpdates, type TabMessage } from './share-updates.js';
import { type Connection, readUpdates } from './updates.js';

/** The server state that all pages share. */
export const connection = signal<Connection>('connecting');
export const info = signal<StudioInfo | undefined>(undefined);
export const program = signal<ProgramState>({ status: 'starting' });
export const tools = signal<readonly StudioTool[] | undefined>(undefined);
export const problems = signal<ProblemsReply | undefined>(undefined);
/** Calls from pages since Studio started, newest first. */
export const calls = signal<readonly CallEntry[]>([]);
/** Increased when the list of sessions is out of date. */
export const sessionsVersion = signal(0);
/** Increased when updates were lost, so that everything must be reloaded. */
export const resets = signal(0);
/** The reason the last attempt to load the state above failed. */
export const loadFailure = signal<string | undefined>(undefined);

const newestProgram = newest<ProgramState>((state) => {
  program.value = state;
});
const newestTools = newest<ToolsReply>((reply) => {
  tools.value = reply.tools;
});
const newestProblems = newest<ProblemsReply>((reply) => {
  problems.value = reply;
});

/** Receives the entries of one animation frame. */
export type EntryListener = (entries: readonly RunEntry[]) => void;
const entryListeners = new Set<EntryListener>();

/** Gives access to the server, after `connect`. */
export const server: { api: Api } = {
  api: () => Promise.reject(new Error('The page has no token.')),
};

/** Adds a listener for all entries. Returns a function that removes the listener. */
export function onEntries(listener: EntryListener): () => void {
  entryListeners.add(listener);
  return () => entryListeners.delete(listener);
}

export function connect(token: string): void {
  server.api = createApi(token, () => {
    connection.value = 'unauthorized';
  });
  const enqueue = createFrameQueue<Update>(onNextFrame, applyUpdates);
  // The name contains the token, because another Studio that later uses the same port has a different token.
  const name = `toolwright-studio ${token}`;
  const channel = new BroadcastChannel(name);
  void shareUpdates({
    channel: {
      listen: (listener) => {
        channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
      },
      post: (message) => channel.postMessage(message),
    },
    lead: (work) => navigator.locks.request(name, work),
    read: (options) =>
      readUpdates({
        ...options,
        token,
        signal: new AbortController().signal,
        fetch: (...input) => fetch(...input),
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      }),
    onUpdate: enqueue,
    onConnection: (now) => {
      const isFirst = now === 'open' && info.value === undefined;
      connection.value = now;
      // Loading starts once the stream is open, so that no change is missed.
      if (isFirst) void loadAll();
    },
  });
}

/** Calls a function in the next frame. Hidden tabs have no frames, so it is called after a delay there. */
function onNextFrame(flush: () => void): void {
  if (document.hidden) setTimeout(flush, 100);
  else requestAnimationFrame(flush);
}

async function loadAll(): Promise<void> {
  try {
    await Promise.all([
      newestProgram.load(async () => {
        info.value = await server.api<StudioInfo>('studio');
        return info.value.program;
      }),
      loadTools(),
      loadCalls(),
      newestProblems.load(() => server.api('problems')),
    ]);
    loadFailure.value = undefined;
  } catch (error) {
    loadFailure.value = toShownError(error).message;
  }
}

export function findTool(name: string): StudioTool | undefined {
  return tools.value?.find(({ spec }) => spec.name === name);
}

function loadTools(): Promise<void> {
  return newestTools.load(() => server.api('tools'));
}

async function loadCalls(): Promise<void> {
  for (const call of (await server.api<CallsReply>('calls')).calls) mergeCall(call);
}

function applyUpdates(updates: readonly Update[]): void {
  const entries: RunEntry[] = [];
  for (const update of updates) {
    if (update.type === 'entry') entries.push(update.entry);
    else applyUpdate(update);
  }
  if (entries.length > 0) for (const listener of entryListeners) listener(entries);
}

function applyUpdate(update: Exclude<Update, { type: 'entry' }>): void {
  switch (update.type) {
    case 'call':
      mergeCall(update.call);
      return;
    case 'program':
      newestProgram.take(update.program);
      return;
    case 'tools':
      loadTools().catch((error: unknown) => {
        loadFailure.value = toShownError(error).message;
      });
      return;
    case 'problems':
      newestProblems.take(update.problems);
      return;
    case 'sessions':
      sessionsVersion.value += 1;
      return;
    case 'reset':
      resets.value += 1;
      sessionsVersion.value += 1;
      void loadAll();
      return;
    default:
      update satisfies never; // a newer server may send other updates
  }
}

export function mergeCall(call: CallEntry): void {
  const others = calls.value.filter(({ callId }) => callId !== call.callId);
  const known = calls.value.find(({ callId }) => callId === call.callId);
  // For a quick call, the response to the request may arrive after the updates.
  if (known?.end !== undefined && call.end === undefined) return;
  calls.value = [call, ...others]
    .sort((a, b) => b.startedAt - a.startedAt)
    .filter(({ end }, index) => index < 200 || end === undefined);
}

/**
 * Collects items and delivers them once per frame, so that a burst of thousands of events is rendered only once.
 * @param schedule e.g. `requestAnimationFrame`
 */
export function createFrameQueue<Item>(
  schedule: (flush: () => void) => unknown,
  onItems: (items: readonly Item[]) => void,
): (item: Item) => void {
  let waiting: Item[] = [];
  return (item) => {
    waiting.push(item);
    if (waiting.length > 1) return;
    schedule(() => {
      const items = waiting;
      waiting = [];
      onItems(items);
    });
  };
}
