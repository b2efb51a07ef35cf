import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Update } from '../../../src/protocol/updates.js';

export type Connection = 'connecting' | 'open' | 'lost' | 'unauthorized';

export interface UpdateStreamOptions {
  readonly token: string;
  readonly signal: AbortSignal;
  /** The sequence number of the last known update. */
  readonly after?: number;
  readonly onUpdate: (update: Update) => void;
  readonly onConnection: (connection: Connection) => void;
  readonly fetch: typeof fetch;
  readonly wait: (milliseconds: number) => Promise<void>;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 5_000;

/** Reads updates until it is aborted. If the stream is closed, reconnects and continues after the last update. */
export async function readUpdates(options: UpdateStreamOptions): Promise<void> {
  const position: Position = { ...(options.after !== undefined && { after: options.after }) };
  let delay = FIRST_DELAY_MS;
  while (!options.signal.aborted) {
    const outcome = await readOnce(options, position);
    if (options.signal.aborted) return;
    if (outcome === 'unauthorized') return options.onConnection('unauthorized');
    options.onConnection('lost');
    delay = outcome === 'ended' ? FIRST_DELAY_MS : Math.min(delay * 2, LONGEST_DELAY_MS);
    await options.wait(delay);
  }
}

interface Position {
  after?: number;
}

/** Reads one stream. Returns `ended` if the stream was open before it was closed. */
async function readOnce(
  { token, signal, onUpdate, onConnection, fetch }: UpdateStreamOptions,
  position: Position,
): Promise<'ended' | 'failed' | 'unauthorized'> {
  let isOpen = false;
  try {
    const query = position.after === undefined ? '' : `?after=${position.after}`;
    const response = await fetch(`./api/updates${query}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      cache: 'no-store',
      signal,
    });
    if (response.status === 401 || response.status === 403) return 'unauthorized';
    if (!response.ok || response.body === null) return 'failed';
    isOpen = true;
    onConnection('open');
    await drain(response.body, (update) => {
      position.after = update.sequence;
      onUpdate(update);
    });
  } catch {
    // The connection was lost; the caller reconnects.
  }
  return isOpen ? 'ended' : 'failed';
}

async function drain(body: ReadableStream<Uint8Array>, onUpdate: (update: Update) => void): Promise<void> {
  const onEvent = ({ data }: EventSourceMessage) => {
    // The server and the page have the same version and share their types.
    onUpdate(JSON.parse(data) as Update);
  };
  const parser = createParser({ onEvent });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parser.feed(decoder.decode(read.value, { stream: true }));
  }
}
