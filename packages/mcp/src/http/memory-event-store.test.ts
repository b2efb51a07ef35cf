import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { MemoryEventStore } from './memory-event-store.js';

const message = (text: string): JSONRPCMessage => ({ jsonrpc: '2.0', method: 'note', params: { text } });
const MINUTE = 60_000;

async function replay(store: MemoryEventStore, eventId: string) {
  const sent: [string, JSONRPCMessage][] = [];
  const streamId = await store.replayEventsAfter(eventId, {
    send: async (id, sentMessage) => {
      sent.push([id, sentMessage]);
    },
  });
  return { streamId, sent };
}

describe('the store of one session', () => {
  it('replays the later events of the same stream in order', async () => {
    const store = new MemoryEventStore({ maxEvents: 10, maxBytes: 10_000, maxAgeMs: MINUTE });
    const first = await store.storeEvent('a', message('1'));
    await store.storeEvent('b', message('other'));
    const second = await store.storeEvent('a', message('2'));
    const third = await store.storeEvent('a', message('3'));
    expect(await replay(store, first)).toEqual({
      streamId: 'a',
      sent: [
        [second, message('2')],
        [third, message('3')],
      ],
    });
    expect((await replay(store, third)).sent).toEqual([]);
  });

  it('refuses unknown events', async () => {
    const store = new MemoryEventStore({ maxEvents: 10, maxBytes: 10_000, maxAgeMs: MINUTE });
    const id = await store.storeEvent('a', message('1'));
    for (const foreign of ['', '@', 'a', 'a@', 'a@2', 'a@-1', 'a@x', 'b@1', `${id}0`]) {
      expect(await store.getStreamIdForEventId(foreign)).toBeUndefined();
      await expect(replay(store, foreign)).rejects.toThrow('are no longer stored');
    }
  });

  it('resumes after an old event if nothing was dropped since, and refuses otherwise', async () => {
    let now = 0;
    const store = new MemoryEventStore({ maxEvents: 10, maxBytes: 10_000, maxAgeMs: MINUTE }, () => now);
    const first = await store.storeEvent('a', message('1'));
    now += 2 * MINUTE;
    expect(store.size).toEqual({ events: 0, bytes: 0 });
    const second = await store.storeEvent('a', message('2'));
    expect((await replay(store, first)).sent).toEqual([[second, message('2')]]);
    now += 2 * MINUTE;
    await expect(replay(store, first)).rejects.toThrow('are no longer stored');
    expect((await replay(store, second)).sent).toEqual([]);
  });

  it('resumes a silent stream, however many others have ended since', async () => {
    const store = new MemoryEventStore({ maxEvents: 10, maxBytes: 10_000, maxAgeMs: MINUTE });
    const first = await store.storeEvent('notices', message('1'));
    for (let id = 0; id < 30; id += 1) {
      await store.storeEvent(`call-${id}`, message('progress'));
      await store.storeEvent(`call-${id}`, { jsonrpc: '2.0', id, result: {} });
    }
    const second = await store.storeEvent('notices', message('2'));
    expect(await replay(store, first)).toEqual({ streamId: 'notices', sent: [[second, message('2')]] });
  });

  it('replays a finished stream, however many others never finish', async () => {
    const store = new MemoryEventStore({ maxEvents: 10, maxBytes: 10_000, maxAgeMs: MINUTE });
    for (let id = 0; id < 30; id += 1) await store.storeEvent(`aborted-${id}`, message('progress'));
    const first = await store.storeEvent('call', message('progress'));
    const last = await store.storeEvent('call', { jsonrpc: '2.0', id: 1, result: {} });
    for (let id = 30; id < 38; id += 1) await store.storeEvent(`aborted-${id}`, message('progress'));
    expect((await replay(store, first)).sent).toEqual([[last, { jsonrpc: '2.0', id: 1, result: {} }]]);
  });

  it('never exceeds its limits, and never replays a stream with gaps', async () => {
    const events = fc.array(
      fc.record({
        stream: fc.constantFrom('a', 'b', 'c'),
        text: fc.string({ maxLength: 200 }),
        wait: fc.nat(100),
      }),
      { maxLength: 60 },
    );
    const limits = fc.record({
      maxEvents: fc.integer({ min: 1, max: 20 }),
      maxBytes: fc.integer({ min: 1, max: 2_000 }),
      maxAgeMs: fc.integer({ min: 1, max: 500 }),
    });
    await fc.assert(
      fc.asyncProperty(events, limits, async (given, limit) => {
        let now = 0;
        const store = new MemoryEventStore(limit, () => now);
        const all: { id: string; stream: string; text: string }[] = [];
        for (const { stream, text, wait } of given) {
          now += wait;
          all.push({ id: await store.storeEvent(stream, message(text)), stream, text });
          expect(store.size.events).toBeLessThanOrEqual(limit.maxEvents);
          expect(store.size.bytes).toBeLessThanOrEqual(limit.maxBytes);
        }
        for (const [index, { id, stream }] of all.entries()) {
          if ((await store.getStreamIdForEventId(id)) === undefined) continue;
          const later = all.slice(index + 1).filter((one) => one.stream === stream);
          expect((await replay(store, id)).sent).toEqual(later.map((one) => [one.id, message(one.text)]));
        }
      }),
      { numRuns: 100 },
    );
  });
});
