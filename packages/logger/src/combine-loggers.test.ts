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

  it('calls the others if one throws, then throws the first error', () => {
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

  it('refuses what is no logger, when it is combined', () => {
    const silent: Logger = { log: () => undefined };
    for (const value of [null, undefined, {}] as unknown as Logger[])
      expect(() => combineLoggers(silent, value)).toThrow("Logger 2 of combineLoggers has no method 'log'.");
  });

  // M10
  it('passes each request to all that want requests, also if one throws', () => {
    const heard: unknown[] = [];
    const request = { messages: [], tools: [], options: {}, asked: {}, stream: false, description: '' };
    const broken = () => {
      throw new Error('disk full');
    };
    const all = combineLoggers(
      { log() {} },
      { log() {}, request: broken },
      { log() {}, request: (...given) => heard.push(given) },
    );
    expect(() => all.request?.(request, run)).toThrow('disk full');
    expect(heard).toEqual([[request, run]]);
    expect(combineLoggers({ log() {} }).request).toBeUndefined();
  });

  it('nests `within` of all loggers, the first one outermost', () => {
    const heard: string[] = [];
    const around = (name: string): Logger => ({
      log: () => {},
      within(callId, _run, work) {
        heard.push(`${name} ${callId} begins`);
        const value = work();
        heard.push(`${name} ends`);
        return value;
      },
    });
    const all = combineLoggers(around('a'), { log: () => {} }, around('b'));
    expect(all.within?.('c1', run, () => heard.push('work'))).toBe(3);
    expect(heard).toEqual(['a c1 begins', 'b c1 begins', 'work', 'b ends', 'a ends']);
    expect(combineLoggers({ log: () => {} }).within).toBeUndefined();
  });
});
