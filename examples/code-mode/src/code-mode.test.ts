import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// J4, J5
it('a program is checked, survives a kill, waits for a person, and does nothing twice', () => {
  const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env: { PATH, HOME, NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 240_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain("Cannot find name 'prize'. Did you mean 'price'?");
  expect(stdout).toContain('refund {"order":3,"amount":50}');
  expect(stdout).toContain('Ada has her money back.');
  const effects = stdout.trimEnd().split('\n').at(-1)?.replace('  effects: ', '').split(', ').sort();
  const once = ['damage 2', 'damage 3', 'message Ada: We paid 2 refunds.', 'refund 2 45', 'refund 3 50'];
  expect(effects).toEqual(once);
});
