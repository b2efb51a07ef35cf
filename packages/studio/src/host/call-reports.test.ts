import { CallReports } from './call-reports.js';
import type { CallNews } from './host-messages.js';

const report = () => {
  const told: CallNews[] = [];
  const reports = new CallReports('c', (news) => told.push(news));
  const lines = () => told.flatMap((news) => (news.type === 'call-logs' ? news.logs : []));
  return { told, reports, lines };
};

// K4
describe('what a call reports', () => {
  it('is told at once, so that a crash loses none of it', () => {
    const { reports, told } = report();
    reports.log({ at: 1, message: 'one' });
    reports.progress(50);
    expect(told).toEqual([
      { type: 'call-logs', callId: 'c', logs: [{ at: 1, message: 'one' }], dropped: 0 },
      { type: 'call-progress', callId: 'c', progress: 50 },
    ]);
  });

  it('is told together if it comes too fast, the last of it and how much was dropped', () => {
    const { reports, told, lines } = report();
    for (let index = 0; index < 100_000; index++) reports.log({ at: 0, message: `${index}` });
    for (let index = 0; index < 100_000; index++) reports.progress(index);
    expect(told.length).toBeLessThan(200);
    reports.end();
    expect(told.length).toBeLessThan(210);
    expect(lines().at(-1)?.message).toBe('99999');
    expect(told.at(-1)).toEqual({ type: 'call-progress', callId: 'c', progress: 99_999 });
    const dropped = told.reduce((sum, news) => sum + (news.type === 'call-logs' ? news.dropped : 0), 0);
    expect(lines().length + dropped).toBe(100_000);
  });

  it('that waits is told after a moment', async () => {
    const { reports, lines } = report();
    for (let index = 0; index < 150; index++) reports.log({ at: 0, message: `${index}` });
    while (lines().length < 150) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(lines().map(({ message }) => Number(message))).toEqual([...Array(150).keys()]);
  });
});
