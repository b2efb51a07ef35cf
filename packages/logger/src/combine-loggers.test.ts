import type { Logger } from '@toolwright/contract';
import { combineLoggers } from './combine-loggers.js';

const event = { type: 'text-delta', text: 'x' } as const;
const run = { runId: 'r1', agent: 'helper' };

describe('combineLoggers', () => {
  it('passes each event to all, in order', () => {
    const heard: unknown[] = [];
    const logger = (name: string): Logger => ({ log: (...given) => heard.push([name, ...given]) });
    combineLoggers(logger('a'), logger('b')).log(event, run);
    expect(heard).toEqual([
      ['a', event, run],
      ['b', event, run],
    ]);
  });

  it('serves the others when one throws, then reports the first error', () => {
    const heard: string[] = [];
    const broken = (message: string): Logger => ({
      log: () => {
        throw new Error(message);
      },
    });
    const all = combineLoggers(broken('disk full'), broken('later'), { log: () => heard.push('b') });
    expect(() => all.log(event, run)).toThrow('disk full');
    expect(heard).toEqual(['b']);
  });
});
