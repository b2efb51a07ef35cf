import type { AgentEvent, RunResult } from '@toolwright/contract';
import { type Deliver, EventReader, READER_LEFT } from './event-reader.js';

const text = (piece: string): AgentEvent => ({ type: 'text-delta', text: piece });
// Passed through unchanged; its content does not matter here.
const RESULT = { status: 'completed' } as RunResult;

/** A run that emits these pieces, and records its progress. */
function read(pieces: readonly string[], ending: Error | RunResult = RESULT) {
  const told: string[] = [];
  const reader = new EventReader(async (deliver) => {
    for (const piece of pieces) {
      told.push(piece);
      await deliver(text(piece));
    }
    told.push('end');
    if (ending instanceof Error) throw ending;
    return ending;
  });
  return { reader, told };
}

describe('the reader of a run', () => {
  it('continues the run only when the next event is requested', async () => {
    const { reader, told } = read(['a', 'b']);
    expect(told).toEqual([]);
    expect(await reader.next()).toEqual({ done: false, value: text('a') });
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual(['a']);
    expect(await reader.next()).toEqual({ done: false, value: text('b') });
    expect(await reader.next()).toEqual({ done: true, value: RESULT });
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  it('serves overlapping requests in order', async () => {
    const { reader } = read(['a', 'b']);
    const steps = await Promise.all([reader.next(), reader.next(), reader.next(), reader.next()]);
    expect(steps).toEqual([
      { done: false, value: text('a') },
      { done: false, value: text('b') },
      { done: true, value: RESULT },
      { done: true, value: undefined },
    ]);
  });

  it('ends the run where it waits if the reader leaves', async () => {
    const { reader, told } = read(['a', 'b']);
    await reader.next();
    expect(await reader.return()).toEqual({ done: true, value: undefined });
    expect(told).toEqual(['a']);
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  it('serves a request that was made before the reader left', async () => {
    let deliver: Deliver = async () => {};
    const reader = new EventReader<unknown>(
      (given) =>
        new Promise((_, reject) => {
          deliver = (event) => given(event).catch(reject);
        }),
    );
    const asked = reader.next();
    const left = reader.return();
    await deliver(text('late'));
    expect(await asked).toEqual({ done: false, value: text('late') });
    expect(await left).toEqual({ done: true, value: undefined });
  });

  it('tells a run that continues at each event that its reader has left', async () => {
    const caught: unknown[] = [];
    const reader = new EventReader(async (deliver) => {
      for (const piece of ['a', 'b']) await deliver(text(piece)).catch((error) => caught.push(error));
      return RESULT;
    });
    await reader.next();
    await reader.return();
    expect(caught).toEqual([READER_LEFT, READER_LEFT]);
  });

  it('ends a run at its first event if the reader leaves before that', async () => {
    const { reader, told } = read(['a', 'b']);
    await reader.return();
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    expect(told).toEqual(['a']);
  });

  it('passes an error of the run to the waiting request, and to no other', async () => {
    const error = new Error('down');
    const { reader } = read(['a'], error);
    await reader.next();
    await expect(reader.next()).rejects.toBe(error);
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });
});
