import type { RunInfo } from '@toolwright/contract';
import fc from 'fast-check';
import { LineBuffer } from './line-buffer.js';

const runs: readonly RunInfo[] = ['one', 'two'].map((runId) => ({ runId, agent: 'a' }));

// K5
describe('lines that wait to be sent', () => {
  it('keep all but reports, and the newest of these; a warning counts the others in their place', () => {
    const line = fc.record({
      text: fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 }),
      reportOf: fc.option(fc.constantFrom(...runs), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (given) => {
        const buffer = new LineBuffer(100);
        const all = given.map(({ text, reportOf }, index) => {
          const added = { text: `${JSON.stringify([index, text])}\n`, reportOf };
          buffer.add(added.text, reportOf);
          return added;
        });
        const lines = buffer.take().match(/.*\n/g) ?? [];
        expect(buffer.isEmpty).toBe(true);
        const warnings = lines.filter((text) => text.startsWith('{'));
        const kept = lines.filter((text) => !text.startsWith('{'));
        const missing = all.filter(({ text }) => !kept.includes(text));
        expect(kept).toEqual(all.map(({ text }) => text).filter((text) => kept.includes(text)));
        expect(missing.every(({ reportOf }) => reportOf !== undefined)).toBe(true);
        const reports = all.filter(({ reportOf }) => reportOf !== undefined);
        // The oldest ones are missing.
        expect(reports.slice(0, missing.length)).toEqual(missing);
        const size = reports.slice(missing.length).reduce((sum, { text }) => sum + text.length, 0);
        expect(size).toBeLessThanOrEqual(100);
        for (const run of runs) {
          const count = missing.filter(({ reportOf }) => reportOf === run).length;
          const told = warnings.map((text) => JSON.parse(text)).filter(({ runId }) => runId === run.runId);
          expect(told.map(({ message }) => Number(/\d+/.exec(message)?.[0]))).toEqual(
            count === 0 ? [] : [count],
          );
        }
      }),
    );
  });

  it('are bounded and quick for a million reports', () => {
    const buffer = new LineBuffer();
    buffer.add('start\n');
    for (let index = 0; index < 1_000_000; index++) buffer.add(`line ${index} of a tool\n`, runs[0]);
    const text = buffer.take();
    expect(text.length).toBeLessThan(4_001_000);
    expect(text).toMatch(/^start\n\{.*"type":"warning".*\}\n/);
    expect(text.endsWith('line 999999 of a tool\n')).toBe(true);
  });
});
