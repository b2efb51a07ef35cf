import type { Update } from '../../../src/protocol/updates.js';
import type { Connection, UpdateStreamOptions } from './updates.js';

/** A message between tabs of the same Studio. */
export type TabMessage =
  | { readonly type: 'hello' }
  | { readonly type: 'connection'; readonly connection: Connection; readonly after: number | undefined }
  | { readonly type: 'update'; readonly update: Update };

export interface SharedUpdatesOptions {
  /** A channel to all other tabs. */
  readonly channel: {
    listen(listener: (message: TabMessage) => void): void;
    post(message: TabMessage): void;
  };
  /** Starts the work once no other tab is leading. */
  readonly lead: (work: () => Promise<void>) => Promise<unknown>;
  readonly read: (options: Pick<UpdateStreamOptions, 'after' | 'onUpdate' | 'onConnection'>) => Promise<void>;
  readonly onUpdate: (update: Update) => void;
  readonly onConnection: (connection: Connection) => void;
}

/**
 * Follows the server with a single stream for all tabs, because browsers allow only six connections to a server. One tab leads: it reads
 * the stream and forwards updates. When that tab is closed, another one continues from the same position.
 */
export function shareUpdates(options: SharedUpdatesOptions): Promise<unknown> {
  const { channel, lead, read, onUpdate, onConnection } = options;
  let after: number | undefined;
  let connection: Connection = 'connecting';
  let isLeading = false;
  let isShared = false;
  const post = (message: TabMessage) => {
    if (isShared) channel.post(message);
  };
  const take = (update: Update) => {
    // A new leader may receive updates that the previous leader already forwarded.
    if (after !== undefined && update.sequence <= after && update.type !== 'reset') return;
    after = update.sequence;
    onUpdate(update);
  };
  const note = (now: Connection) => {
    connection = now;
    onConnection(now);
  };
  channel.listen((message) => {
    isShared = true;
    switch (message.type) {
      case 'hello':
        if (isLeading) post({ type: 'connection', connection, after });
        return;
      case 'connection':
        after ??= message.after;
        note(message.connection);
        return;
      case 'update':
        take(message.update);
        return;
      default:
        message satisfies never;
    }
  });
  channel.post({ type: 'hello' });
  return lead(() => {
    isLeading = true;
    // A tab that was connected before but has no position starts at 0; the server then sends a reset.
    const place = after ?? (connection === 'connecting' ? undefined : 0);
    return read({
      ...(place !== undefined && { after: place }),
      onUpdate: (update) => {
        take(update);
        post({ type: 'update', update });
      },
      onConnection: (now) => {
        note(now);
        post({ type: 'connection', connection: now, after });
      },
    });
  });
}
