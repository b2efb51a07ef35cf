import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// N4
it('the agent reads the skill and its file, and runs the script that was approved', () => {
  const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env: { PATH, HOME, NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 240_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('SCRIPTED');
  expect(stdout).toContain('Say what a user can do now');
  expect(stdout.replaceAll('\\', '')).toContain(
    '{"feat":["find by author","dark mode"],"test":["the search"],"fix":',
  );
  expect(stdout).toMatch(/Dates are right in the west\.\n$/);
});
