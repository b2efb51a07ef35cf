import { printable, printableLine, printablePath } from './printable.js';

// G1
it('a text of the project stays on its line', () => {
  expect(printable('desk\n::error::x\r\u2028\u2029\u0085\t\u202e\ud800')).toBe(
    'desk\\u{a}::error::x\\u{d}\\u{2028}\\u{2029}\\u{85}\\u{9}\\u{202e}\\u{d800}',
  );
  expect(printable('größer 🙂')).toBe('größer 🙂');
});

it('a path is no command of GitHub Actions', () => {
  expect(printablePath('::error::x.ts')).toBe('./::error::x.ts');
  expect(printablePath('  ::error::x.ts')).toBe('./  ::error::x.ts');
  expect(printablePath('src/a::b.ts')).toBe('src/a::b.ts');
});

it('a line of source keeps its width, and its tabs', () => {
  expect(printableLine('\tconst a = "\u001b[31m\u202e";')).toBe('\tconst a = "\ufffd[31m\ufffd";');
});
