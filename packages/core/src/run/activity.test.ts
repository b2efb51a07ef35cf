import type { AgentEvent } from '@toolwright/contract';
import fc from 'fast-check';
import { Activity } from './activity.js';

const delta = (text: string): AgentEvent => ({ type: 'text-delta', text });

async function read(activity: Activity<unknown>): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  while (await activity.more()) events.push(activity.take());
  return events;
}

describe('Activity', () => {
  it('gives every event once and in order, however the work and its reader take turns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3)), fc.boolean(), async (pauses, fails) => {
        const activity = new Activity<string>();
        const work = async (): Promise<string> => {
          for (const [index, pause] of pauses.entries()) {
            for (let tick = 0; tick < pause; tick++) await Promise.resolve();
            activity.push(delta(String(index)));
          }
          if (fails) throw new Error('broken');
          return 'done';
        };
        activity.watch(work());
        expect(await read(activity)).toEqual(pauses.map((_, index) => delta(String(index))));
        if (fails) expect(() => activity.result()).toThrow('broken');
        else expect(activity.result()).toBe('done');
      }),
    );
  });

  it('wakes its reader when it is interrupted, and heeds nothing after that', async () => {
    const activity = new Activity<string>();
    let finish = (_: string): void => {};
    activity.watch(
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    activity.push(delta('early'));
    const reading = read(activity);
    await Promise.resolve();
    activity.interrupt(new Error('enough'));
    finish('late');
    expect(activity.push(delta('late'))).toBe(false);
    expect(await reading).toEqual([delta('early')]);
    expect(() => activity.result()).toThrow('enough');
  });

  it('does not guess what is not there yet', () => {
    const activity = new Activity<string>();
    expect(() => activity.take()).toThrow(RangeError);
    expect(() => activity.result()).toThrow(RangeError);
  });
});
