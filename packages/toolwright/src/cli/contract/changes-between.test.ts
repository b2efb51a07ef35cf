import type { ToolLock } from '@toolwright/json-schema';
import { changesBetween } from './changes-between.js';

const lockOf = (...names: string[]): ToolLock => ({
  version: 1,
  tools: names.map((name) => ({
    name,
    description: 'A tool.',
    parameters: { type: 'object' },
    annotations: {},
  })),
});

// F1
it('keeps each tool on its own line, whatever its name is', () => {
  expect(changesBetween(lockOf('old', 'same'), lockOf('same', 'a\n::error::b\u202e'))).toEqual([
    'old was removed.',
    'a⏎::error::b\\u202e is new.',
  ]);
});
