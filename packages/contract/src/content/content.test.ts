import { content } from './content.js';

it.each([
  [7, 'number'],
  [null, 'null'],
  [new Date(0), 'Date'],
  [{ type: 'text' }, 'Object'],
])('content() refuses %j, and names its type', (value, type) => {
  // Plain JavaScript may pass anything.
  expect(() => content(value as never)).toThrow(`not a value of type ${type}.`);
});
