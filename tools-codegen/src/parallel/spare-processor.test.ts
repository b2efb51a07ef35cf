import { hasSpareProcessor, idleProcessors, processorTimes, readLimit } from './spare-processor.js';

describe('spare processors', () => {
  it('are the idle share of all', () => {
    const before = { idle: 100, total: 1000, count: 4 };
    expect(idleProcessors(before, { idle: 400, total: 1400, count: 4 })).toBe(3);
    expect(idleProcessors(before, { idle: 100, total: 1400, count: 4 })).toBe(0);
    expect(idleProcessors(before, before)).toBe(0);
  });

  it('are none if nothing was idle', () => {
    const now = processorTimes();
    expect(hasSpareProcessor({ ...now, total: now.total - 1000 }, now)).toBe(false);
  });

  it('are limited by the container', () => {
    expect(readLimit('150000 100000\n')).toBe(1.5);
    expect(readLimit('max 100000\n')).toBe(Number.POSITIVE_INFINITY);
  });
});
