import { applyPatch } from 'diff';
import { diffOf } from './diff-of.js';

const lines = (count: number, text: string): string =>
  Array.from({ length: count }, (_, index) => `${text} ${index}\n`).join('');

// N3
it.each([
  ['a few lines', 10],
  ['so many lines that the shortest diff takes long', 20_000],
])('a diff of %s leads from one text to the other', (_, count) => {
  const [before, after] = [lines(count, 'old'), lines(count, 'new')];
  const start = process.cpuUsage();
  const patch = diffOf('a.ts', before, after);
  // Observed: 0.4 s for the long one.
  expect(process.cpuUsage(start).user / 1_000_000).toBeLessThan(5);
  expect(patch).toMatch(/^--- a\.ts/);
  expect(applyPatch(before, patch)).toBe(after);
});
