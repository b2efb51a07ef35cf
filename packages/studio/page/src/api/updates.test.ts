import * as fc from 'fast-check';
import type { Update } from '../../../src/protocol/updates.js';
import { createFrameQueue } from './studio.js';
import { type Connection, readUpdates } from './updates.js';

/** A server whose replies are cut into these pieces. */
function follow(replies: readonly (Response | Error)[]) {
  const controller = new AbortController();
  const updates: Update[] = [];
  const connections: Connection[] = [];
  const asked: string[] = [];
  const waits: number[] = [];
  let count = 0;
  const done = readUpdates({
    token: 't',
    signal: controller.signal,
    onUpdate: (update) => updates.push(update),
    onConnection: (connection) => connections.push(connection),
    fetch: async (address) => {
      asked.push(String(address));
      const reply = replies[count++];
      if (count === replies.length) setImmediate(() => controller.abort());
      if (reply === undefined || reply instanceof Error) throw reply ?? new Error('gone');
      return reply;
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  return { done, updates, connections, asked, waits };
}

function stream(bytes: Uint8Array, cuts: readonly number[]): Response {
  const pieces = [0, ...cuts, bytes.length].map((from, index, all) =>
    bytes.slice(from, all[index + 1] ?? bytes.length),
  );
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    }),
  );
}

function eventsOf(sequences: readonly number[]): Uint8Array {
  const texts = sequences.map(
    (sequence) => `id: ${sequence}\ndata: ${JSON.stringify({ sequence, type: 'tools', text: 'ä😀' })}\n\n`,
  );
  return new TextEncoder().encode(`: from 0\n\n${texts.join('')}`);
}

it('reads the same updates wherever the stream is cut, even within a character', async () => {
  const bytes = eventsOf([1, 2, 3]);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 })), async (cuts) => {
      const { done, updates } = follow([
        stream(
          bytes,
          cuts.toSorted((a, b) => a - b),
        ),
        new Error('gone'),
      ]);
      await done;
      expect(updates.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    }),
  );
});

it('asks after a break for what came after the last update, and waits longer while nobody answers', async () => {
  const { done, asked, connections, waits } = follow([
    stream(eventsOf([7, 8]), []),
    new Error('refused'),
    new Error('refused'),
    stream(eventsOf([9]), []),
    new Error('refused'),
  ]);
  await done;
  expect(asked).toEqual([
    './api/updates',
    ...Array(3).fill('./api/updates?after=8'),
    './api/updates?after=9',
  ]);
  expect(connections.slice(0, 5)).toEqual(['open', 'lost', 'lost', 'lost', 'open']);
  expect(waits.slice(0, 4)).toEqual([500, 1000, 2000, 500]);
});

it('stops asking when the server does not accept the token', async () => {
  const { done, connections, asked } = follow([new Response('', { status: 401 }), stream(eventsOf([1]), [])]);
  await done;
  expect(connections).toEqual(['unauthorized']);
  expect(asked).toHaveLength(1);
});

it('hands all items of a frame over together, in their order', () => {
  const frames: (() => void)[] = [];
  const given: (readonly number[])[] = [];
  const enqueue = createFrameQueue<number>(
    (flush) => frames.push(flush),
    (items) => given.push(items),
  );
  for (const item of [1, 2, 3]) enqueue(item);
  expect(frames).toHaveLength(1);
  frames[0]?.();
  enqueue(4);
  frames[1]?.();
  expect(given).toEqual([[1, 2, 3], [4]]);
});
