import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanUp, createFolder, openStudio, removeFolders } from '../studio.test.support.js';
import { writeOpenPage } from './write-open-page.js';

afterEach(cleanUp);
afterAll(removeFolders);

const url = 'http://127.0.0.1:4711/#token=abc';

// K4
it('leads a browser to Studio by a file for this user alone, and takes it back', () => {
  const page = writeOpenPage(createFolder(), { port: 4711, url });
  expect(page.url).toMatch(/^file:\/\/.*\/open-4711-\d+\.html$/);
  const file = fileURLToPath(page.url);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(`url=${url}"`);
  page.remove();
  expect(existsSync(file)).toBe(false);
});

it('goes with the next start if its Studio was killed, and no other file does', async () => {
  const root = createFolder();
  const running = fileURLToPath(writeOpenPage(root, { port: 1, url }).url);
  const folder = path.dirname(running);
  const old = path.join(folder, `open-2-${process.pid}.html`);
  const dead = path.join(folder, 'open-3-999999999.html');
  const mine = path.join(folder, 'open-of-mine.html');
  for (const file of [old, dead, mine]) writeFileSync(file, '');
  for (const file of [old, mine]) utimesSync(file, 1, 1);
  await openStudio({ keep: true, root });
  expect([running, old, dead, mine].map((file) => existsSync(file))).toEqual([true, false, false, true]);
});
