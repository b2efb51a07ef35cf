import type { Command } from './command.js';
import { readOptions } from './read-options.js';

const COMMAND: Command = {
  description: 'try the reader',
  parameters: [
    ['<tool>', 'a word'],
    ['[json]', 'another word'],
  ],
  options: [
    ['-p, --project <file>', 'a value with a default', { default: 'tsconfig.json' }],
    ['--include <globs...>', 'several values'],
    ['--approve <call>', 'a list', { default: [] }],
    ['--no-cache', 'a flag that is on'],
    ['-c, --check', 'a flag'],
    ['-w, --watch', 'a flag that does not go with the other', { conflicts: ['check'] }],
    ['--fail-on <severity>', 'a choice', { choices: ['error', 'never'] }],
    ['--provider <name>', 'with another name', { alias: 'dialect', parse: (text) => text.split(',') }],
  ],
  run() {},
};
const DEFAULTS = { project: 'tsconfig.json', approve: [], cache: true };

const read = (...args: string[]) => readOptions(COMMAND, 'toolwright try', args);

describe('readOptions', () => {
  it.each([
    [['x'], {}],
    [['x', '--project', 'a.json'], { project: 'a.json' }],
    [['x', '--project=a.json'], { project: 'a.json' }],
    [['x', '-p', 'a.json', '--project', 'b.json'], { project: 'b.json' }],
    [['x', '-pa.json'], { project: 'a.json' }],
    [['-cp', 'a.json', 'x'], { project: 'a.json', check: true }],
    [['x', '--project', '--check'], { project: '--check' }],
    [['x', '--include', 'a', 'b', '--include', 'c'], { include: ['a', 'b', 'c'] }],
    [['--include', 'a', 'b', '--', 'x'], { include: ['a', 'b'] }],
    [['x', '--approve', 'a', '--approve', 'b'], { approve: ['a', 'b'] }],
    [['x', '--no-cache', '-c'], { cache: false, check: true }],
    [['x', '--fail-on', 'never', '--debug'], { failOn: 'never', debug: true }],
    [['x', '--dialect', 'a,b'], { provider: ['a', 'b'] }],
  ])('%j', (args, options) => {
    expect(read(...args)).toEqual({ options: { ...DEFAULTS, ...options }, words: ['x'] });
  });

  it('takes all words after -- for parameters', () => {
    expect(read('x', '--', '--check')).toMatchObject({ words: ['x', '--check'] });
  });

  it('gives help and the version precedence over faults', () => {
    expect(read('--chek', '-h')).toBe('help');
    expect(read('--version', '--fail-on')).toBe('version');
  });

  it.each([
    [[], "missing required argument 'tool'"],
    [['x', 'y', 'z'], "too many arguments for 'try'. Expected 2 arguments but got 3."],
    [['x', '--project'], "option '-p, --project <file>' argument missing"],
    [['x', '--chek'], "unknown option '--chek'\n(Did you mean --check?)"],
    [['x', '--check=yes'], "unknown option '--check=yes'"],
    [['x', '-x'], "unknown option '-x'"],
    [['x', '--constructor', '--__proto__'], "unknown option '--constructor'"],
    [
      ['x', '--fail-on', 'info'],
      "option '--fail-on <severity>' argument 'info' is invalid. Allowed choices are error, never.",
    ],
    [['x', '-cw'], "option '-w, --watch' cannot be used with option '-c, --check'"],
  ])('refuses %j', (args, message) => {
    expect(() => read(...args)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message) }),
    );
  });
});
