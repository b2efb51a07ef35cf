import { LogTail } from './log-tail.js';

// K4
describe('the last lines of a call', () => {
  it('are a thousand, and the dropped ones are counted', () => {
    const tail = new LogTail();
    for (let index = 0; index < 1_500; index++) tail.push([{ at: index, message: `${index}` }]);
    tail.push([{ at: 1_500, message: 'last' }], 7);
    const logs = tail.list();
    expect(logs).toHaveLength(1_000);
    expect([logs[0]?.message, logs.at(-1)?.message, tail.dropped]).toEqual(['501', 'last', 508]);
  });

  it('have a million characters at most, also in their data', () => {
    const tail = new LogTail();
    for (let index = 0; index < 200; index++) tail.push([{ at: 0, message: 'm', data: 'd'.repeat(20_000) }]);
    expect(JSON.stringify(tail.list()).length).toBeLessThan(1_010_000);
    expect(tail.list().length + tail.dropped).toBe(200);
  });
});
