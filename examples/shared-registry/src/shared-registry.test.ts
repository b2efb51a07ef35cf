import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// A5
it('the changes of one agent are visible to the other one and to a direct call', () => {
  const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env,
    encoding: 'utf8',
    timeout: 240_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('SCRIPTED');
  // The desk lends the last copy, the buyer buys two, and the desk lends one of them.
  expect(stdout).toContain('"Solaris" is lent; 0 left.');
  expect(stdout).toContain('"Solaris" has 2 copies now.');
  expect(stdout).toContain('"Solaris" is lent; 1 left.');
  expect(stdout).toContain('On the shelf now: {"Momo":2,"Solaris":1,"Frankenstein":0}');
});
