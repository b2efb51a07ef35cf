import type { AgentEvent } from '@toolwright/contract';
import fc from 'fast-check';
import { RunEvents } from './run-events.js';

const delta = (text: string): AgentEvent => ({ type: 'text-delta', text });

function open(waits = false) {
  const seen: AgentEvent[] = [];
  const deliver = async (event: AgentEvent): Promise<void> => {
    if (waits) await Promise.resolve();
    seen.push(event);
  };
  return { seen, events: new RunEvents(undefined, { runId: 'r', agent: 'a' }, deliver) };
}

describe('the events of a run', () => {
  it('are emitted once and in order, however work and reader alternate', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3)), fc.boolean(), fc.boolean(), async (pauses, fails, waits) => {
        const { events, seen } = open(waits);
        const work = async (): Promise<string> => {
          for (const [index, pause] of pauses.entries()) {
            for (let tick = 0; tick < pause; tick++) await Promise.resolve();
            events.push(delta(String(index)));
          }
          if (fails) throw new Error('broken');
          return 'done';
        };
        const following = events.follow(work);
        if (fails) await expect(following).rejects.toThrow('broken');
        else expect(await following).toBe('done');
        expect(seen).toEqual(pauses.map((_, index) => delta(String(index))));
      }),
    );
  });

  it('end with interrupted work; later ones wait for the next work', async () => {
    const { events, seen } = open();
    let finish = (_: string): void => {};
    const following = events.follow(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    events.push(delta('early'));
    events.interrupt(new Error('enough'));
    finish('late');
    await expect(following).rejects.toThrow('enough');
    events.push(delta('late'));
    expect(seen).toEqual([delta('early')]);
    expect(await events.follow(async () => 'next')).toBe('next');
    expect(seen).toEqual([delta('early'), delta('late')]);
  });
});
