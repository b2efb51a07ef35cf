import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// E9, E10
it('an answer is refused, asked for again, repaired, and printed as its type says', () => {
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
  expect(stdout).toMatch(/Refused, and asked for again: .*steps/);
  expect(stdout).toMatch(/Repaired: serves/);
  expect(stdout).toContain(
    'Pancakes, for 2\n- 150 g flour\n- 250 ml milk\n- 2 piece egg\n1. Stir everything.',
  );
});
