import { ToolwrightError, withThrown } from '@toolwright/contract';
import fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { findErrorReport, reportThrown } from './error-report.js';
import { formatReport, formatStack } from './format-report.js';
import { readStack } from './read-stack.js';

function withStack(error: Error, ...frames: string[]): Error {
  error.stack = `${error.name}: ${error.message}\n${frames.map((frame) => `    at ${frame}`).join('\n')}`;
  return error;
}

// K7
describe('readStack', () => {
  it('puts the frames of the program first', () => {
    const stack = [
      'Error: x',
      '    at node:internal/process:1:2',
      '    at run (/app/node_modules/toolwright/dist/a.js:3:4)',
      '    at async Desk.book [as book] (file:///app/src/%C3%A4/(group)/desk.ts?v=1:5:6)',
      '    at new Room (C:\\app\\room.ts:7:8)',
      '    at async /app/main.ts:9:10',
      '    at async Promise.all (index 0)',
      '    at <anonymous>',
      '  not a frame',
    ].join('\n');
    expect(readStack(stack)).toEqual([
      {
        function: 'async Desk.book [as book]',
        file: '/app/src/ä/(group)/desk.ts',
        line: 5,
        column: 6,
        own: true,
      },
      { function: 'new Room', file: 'C:\\app\\room.ts', line: 7, column: 8, own: true },
      { file: '/app/main.ts', line: 9, column: 10, own: true },
      { file: 'node:internal/process', line: 1, column: 2 },
      { function: 'run', file: '/app/node_modules/toolwright/dist/a.js', line: 3, column: 4 },
    ]);
  });

  it('reads hostile stacks without an error, at most 50 frames', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readStack(`    at ${text}\n at f (${text}:1:2)`).length).toBeLessThan(3);
      }),
    );
    for (const stack of [undefined, 7, {}, 'x'.repeat(1_000_000)]) expect(readStack(stack)).toEqual([]);
    expect(readStack('    at /a.ts:1:2\n'.repeat(1_000))).toHaveLength(50);
  });

  it('takes linear time', async () => {
    const read = (size: number) => readStack(`at ${' ('.repeat(size)}:1:1\n`.repeat(100));
    expect(await growth(read, [10_000, 40_000, 160_000])).toBe('linear');
  });
});

// K7
describe('an error report', () => {
  it('has causes and the errors of an aggregate', () => {
    const inner = withStack(new Error('inner'), '/app/a.ts:1:1');
    const outer = withStack(
      new AggregateError([inner, 'text'], 'outer', { cause: new Error('root') }),
      '/app/b.ts:2:2',
    );
    expect(reportThrown({ value: outer })).toMatchObject({
      name: 'AggregateError',
      message: 'outer',
      cause: { message: 'root' },
      errors: [{ message: 'inner' }, { name: 'string', message: 'text', frames: [] }],
    });
  });

  it('ends where causes are circular or endless', () => {
    const circle = withStack(new Error('circle'), '/app/a.ts:1:1');
    circle.cause = circle;
    expect(reportThrown({ value: circle })).not.toHaveProperty('cause');
    let deep: Error = new Error('end');
    for (let depth = 0; depth < 1_000; depth++) deep = new Error('deep', { cause: deep });
    const text = JSON.stringify(reportThrown({ value: deep }));
    expect(text.split('"deep"')).toHaveLength(21);
    expect(text.split('More errors')).toHaveLength(2);
    const many = new AggregateError(
      Array.from({ length: 100 }, (_, index) => new Error(`e${index}`)),
      'many',
    );
    const report = reportThrown({ value: many });
    expect(report?.errors).toHaveLength(20);
    expect(report?.errors?.at(-1)).toMatchObject({ message: 'are left out: a report has at most 20' });
  });

  it.each([
    ['a text', 'x'],
    ['nothing', undefined],
    [
      'an error of Toolwright without frames of the program',
      () => {
        const error = new ToolwrightError('TOOL_FAILED', 'x', { blame: 'tool' });
        return withStack(error, '/app/node_modules/toolwright/a.js:1:1');
      },
    ],
    ['an error without a stack', () => withStack(new Error('x'))],
    [
      'an error whose stack throws',
      () =>
        Object.defineProperty(new Error('x'), 'stack', {
          get() {
            throw new Error('no stack');
          },
        }),
    ],
  ])('is absent for %s', (_, given) => {
    expect(reportThrown({ value: typeof given === 'function' ? given() : given })).toBeUndefined();
  });

  it('is found on an event, and cleaned', () => {
    const value = withStack(new Error('for bob'), '/home/bob/a.ts:1:1');
    const clean = (text: string) => text.replaceAll('bob', '…');
    const event = withThrown({ type: 'warning' }, { value, clean });
    expect(findErrorReport(event)).toMatchObject({ message: 'for …', frames: [{ file: '/home/…/a.ts' }] });
    expect(findErrorReport({ type: 'warning' })).toBeUndefined();
  });
});

// K7
describe('a written report', () => {
  const error = withStack(
    new Error('outer', { cause: withStack(new TypeError('inner'), '/app/src/b.ts:2:2') }),
    'book (/app/src/a.ts:1:1)',
    'x (node:fs:1:1)',
  );
  const report = reportThrown({ value: error });
  if (report === undefined) throw new Error('No report.');

  it('shows the frames of the program without its folder', () => {
    expect(formatReport(report, '/app/')).toBe(
      [
        'at book (src/a.ts:1:1)',
        '… 1 more frame of packages and the runtime',
        'Caused by TypeError: inner',
        'at src/b.ts:2:2',
      ].join('\n'),
    );
  });

  it('can be whole, like a stack of the runtime', () => {
    expect(formatStack(report)).toBe(
      [
        'Error: outer',
        '    at book (/app/src/a.ts:1:1)',
        '    at x (node:fs:1:1)',
        'Caused by TypeError: inner',
        '    at /app/src/b.ts:2:2',
      ].join('\n'),
    );
  });
});
