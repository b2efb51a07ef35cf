import type { Update } from '../../../src/protocol/updates.js';
import type { Connection, UpdateStreamOptions } from './updates.js';

/** What tabs of one Studio tell each other. */
export type TabMessage =
  | { readonly type: 'hello' }
  | { readonly type: 'connection'; readonly connection: Connection; readonly after: number | undefined }
  | { readonly type: 'update'; readonly update: Update };

export interface SharedUpdatesOptions {
  /** Reaches all other tabs. */
  readonly channel: {
    listen(listener: (message: TabMessage) => void): void;
    post(message: TabMessage): void;
  };
  /** Begins the work once no other tab does it. */
  readonly lead: (work: () => Promise<void>) => Promise<unknown>;
  readonly read: (options: Pick<UpdateStreamOptions, 'after' | 'onUpdate' | 'onConnection'>) => Promise<void>;
  readonly onUpdate: (update: Update) => void;
  readonly onConnection: (connection: Connection) => void;
}

/**
 * Follows the server with one stream for all tabs: a browser keeps six connections to a server, and each stream holds one. One tab reads
 * and passes on what it hears; when it goes, another takes its place where it was.
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
    // The next tab that leads may hear again what the last one passed on.
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
    // Without a place to begin at, a tab that has followed before is told by the server to begin anew.
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
