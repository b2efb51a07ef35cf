import { escapeLength } from './escapes.js';

it.each([
  ['\\n', 2],
  ['\\"', 2],
  ['\\u00e9', 6],
  ['\\u00e', undefined],
  ['\\u00eg', undefined],
  ['\\x41abc', undefined],
  ['\\', undefined],
])('the length of the escape %j is %j', (text, length) => {
  expect(escapeLength(text, 0, text.length)).toBe(length);
});

it('an escape ends before the limit', () => {
  expect(escapeLength('\\u00e9', 0, 5)).toBeUndefined();
});
