import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import config from '../jest.config.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A number after the function of a test or hook, on one line or, as the formatter also writes it, on its own. */
const OWN_LIMIT = /^ *\}, (\d[\d_]*)\);$|^ *\},\n *(\d[\d_]*),\n *\);$/gm;

it('no test has a limit below that of all tests, which a busy machine would reach', () => {
  const listed = execFileSync('git', ['ls-files', '*.test.ts'], { cwd: root, encoding: 'utf8' });
  const files = listed.trim().split('\n');
  expect(files.length).toBeGreaterThan(500);
  const low = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(OWN_LIMIT)]
      .map(([, short, long]) => Number((short ?? long ?? '').replaceAll('_', '')))
      .filter((limit) => limit < config.testTimeout)
      .map((limit) => `${file}: ${limit}`),
  );
  expect(low).toEqual([]);
});
