import type { Update } from '../../../src/protocol/updates.js';
import { type SharedUpdatesOptions, shareUpdates, type TabMessage } from './share-updates.js';
import type { Connection } from './updates.js';

type Reader = Parameters<SharedUpdatesOptions['read']>[0];

/** A browser: its channel and its lock. Messages arrive at once. */
function openBrowser() {
  const listeners = new Set<(message: TabMessage) => void>();
  const waiting: (() => void)[] = [];
  const posted: TabMessage[] = [];
  let isLocked = false;
  const next = () => {
    isLocked = waiting.length > 0;
    waiting.shift()?.();
  };
  const openTab = () => {
    const updates: number[] = [];
    const connections: Connection[] = [];
    const readers: Reader[] = [];
    let own = (_: TabMessage): void => {};
    const channel: SharedUpdatesOptions['channel'] = {
      listen: (listener) => {
        own = listener;
        listeners.add(listener);
      },
      post: (message) => {
        posted.push(message);
        for (const listener of listeners) if (listener !== own) listener(message);
      },
    };
    void shareUpdates({
      channel,
      lead: (work) =>
        new Promise((resolve) => {
          waiting.push(() => resolve(work()));
          if (!isLocked) next();
        }),
      read: (reader) => {
        readers.push(reader);
        return new Promise(() => {});
      },
      onUpdate: ({ sequence }) => updates.push(sequence),
      onConnection: (connection) => connections.push(connection),
    });
    const close = () => {
      listeners.delete(own);
      next();
    };
    return { updates, connections, readers, close };
  };
  return { openTab, posted };
}

const update = (sequence: number): Update => ({ type: 'tools', sequence });

it('reads one stream for all tabs, and tells a new tab how it stands', () => {
  const browser = openBrowser();
  const first = browser.openTab();
  first.readers[0]?.onConnection('open');
  first.readers[0]?.onUpdate(update(7));
  const second = browser.openTab();
  first.readers[0]?.onUpdate(update(8));
  expect(second.readers).toEqual([]);
  expect([first.updates, second.updates]).toEqual([[7, 8], [8]]);
  expect(second.connections).toEqual(['open']);
});

it('lets another tab go on where the first was when it closed', () => {
  const browser = openBrowser();
  const [first, second, third] = [browser.openTab(), browser.openTab(), browser.openTab()];
  first.readers[0]?.onConnection('open');
  first.readers[0]?.onUpdate(update(7));
  first.close();
  expect([second.readers[0]?.after, third.readers]).toEqual([7, []]);
  second.readers[0]?.onConnection('open');
  second.readers[0]?.onUpdate(update(7));
  second.readers[0]?.onUpdate(update(8));
  expect([second.updates, third.updates]).toEqual([
    [7, 8],
    [7, 8],
  ]);
});

it('begins anew when the tab that read was gone before it had heard anything', () => {
  const browser = openBrowser();
  const first = browser.openTab();
  first.readers[0]?.onConnection('open');
  const second = browser.openTab();
  first.close();
  expect(first.readers[0]?.after).toBeUndefined();
  expect(second.readers[0]?.after).toBe(0);
});

it('passes on nothing while there is one tab', () => {
  const browser = openBrowser();
  const only = browser.openTab();
  only.readers[0]?.onConnection('open');
  only.readers[0]?.onUpdate(update(7));
  expect(browser.posted).toEqual([{ type: 'hello' }]);
});
