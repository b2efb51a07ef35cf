import { EventEmitter, once } from 'node:events';
import { runSteps } from './steps.mjs';

/** Keeps what is written, and tells those who wait for it. */
class Screen extends EventEmitter {
  text = '';

  constructor(readonly isTTY: boolean) {
    super();
  }

  write(text: string): void {
    this.text += text;
    this.emit('written');
  }
}

it.each([
  [true, /^(\r\[2\/2\] Building … \d+ s)+\n$/],
  [false, /^\[2\/2\] Building … \d+ s\n$/],
])('shows the number and the time of a step that takes long (terminal: %s)', async (isTTY, expected) => {
  const stream = new Screen(isTTY);
  const slow = async () => {
    await once(stream, 'written');
    return 0;
  };

  expect(
    await runSteps(
      'npm start',
      [
        ['Installing', () => 0],
        ['Building', slow],
      ],
      { stream, tickMs: 1 },
    ),
  ).toBe(0);

  expect(stream.text).toMatch(expected);
});

it('names the step that fails, and runs none after it', async () => {
  const stream = new Screen(false);
  const last = { ran: false };
  const steps = [
    ['Building', () => 3],
    [
      'Running',
      () => {
        last.ran = true;
        return 0;
      },
    ],
  ] as const;

  expect(await runSteps('npm start', steps, { stream })).toBe(3);

  expect(stream.text).toBe('npm start: the step "Building" failed with exit code 3.\n');
  expect(last.ran).toBe(false);
});
