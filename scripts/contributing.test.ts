/** The files and folders that CONTRIBUTING.md names exist. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
const names = new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
const paths = [...names].filter((name) => /^[\w.-]+(\/[\w.-]+)+$|^[\w.-]+\.(ts|mjs)$/.test(name));

it('names files', () => {
  expect(paths.length).toBeGreaterThan(30);
});

it.each(paths)('%s exists below the folder of its section', (path) => {
  expect(files.filter((file) => `/${file}/`.includes(`/${path}/`))).not.toEqual([]);
});
