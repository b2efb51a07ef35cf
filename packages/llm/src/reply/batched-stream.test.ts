import * as fc from 'fast-check';
import { type BatchSource, streamBatches } from './batched-stream.js';

/** A source of these batches that records whether it was closed. */
function source(batches: readonly (readonly number[])[], failure?: Error) {
  let position = 0;
  const state = { closed: 0, asked: 0 };
  const batched: BatchSource<number> = {
    async next() {
      state.asked++;
      const batch = batches[position++];
      if (batch === undefined && failure) throw failure;
      return batch;
    },
    close: () => {
      state.closed++;
    },
  };
  return { batched, state };
}

async function collect(values: AsyncIterable<number>): Promise<number[]> {
  const list: number[] = [];
  for await (const value of values) list.push(value);
  return list;
}

describe('streamBatches', () => {
  it('yields every value once and in order, however they are batched', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.nat())), async (batches) => {
        const { batched, state } = source(batches);
        expect(await collect(streamBatches(async () => batched))).toEqual(batches.flat());
        expect(state.closed).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('serves overlapping calls in order', async () => {
    const { batched } = source([[1, 2], [], [3]]);
    const stream = streamBatches(async () => batched);
    const results = await Promise.all(Array.from({ length: 5 }, () => stream.next()));
    expect(results.map(({ value }) => value)).toEqual([1, 2, 3, undefined, undefined]);
  });

  it('closes the source once when the consumer leaves', async () => {
    const { batched, state } = source([[1, 2, 3]]);
    const stream = streamBatches(async () => batched);
    for await (const value of stream) if (value === 1) break;
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    await stream.return?.();
    expect(state).toEqual({ closed: 1, asked: 1 });
  });

  it('opens nothing when the consumer leaves before it has begun', async () => {
    let opened = false;
    const stream = streamBatches(async () => {
      opened = true;
      return source([]).batched;
    });
    await stream.return?.();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(opened).toBe(false);
  });

  it('closes a source that was still being opened when the consumer left', async () => {
    const { batched, state } = source([[1]]);
    let open = (_source: BatchSource<number>) => {};
    const stream = streamBatches(
      () =>
        new Promise<BatchSource<number>>((resolve) => {
          open = resolve;
        }),
    );
    const first = stream.next();
    await stream.return?.();
    open(batched);
    expect(await first).toEqual({ done: true, value: undefined });
    expect(state).toEqual({ closed: 1, asked: 0 });
  });

  it('passes a failure on after the values before it, and then ends', async () => {
    const { batched } = source([[1]], new Error('broken'));
    const stream = streamBatches(async () => batched);
    expect(await stream.next()).toEqual({ done: false, value: 1 });
    await expect(stream.next()).rejects.toThrow('broken');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('passes a failure to open on', async () => {
    const stream = streamBatches<number>(() => Promise.reject(new Error('no key')));
    await expect(stream.next()).rejects.toThrow('no key');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });
});
