import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFolder, removeFolders } from '../studio.test.support.js';
import { writeOpenPage } from './write-open-page.js';

afterAll(removeFolders);

const url = 'http://127.0.0.1:4711/#token=abc';

// K4
it('leads a browser to Studio by a file for this user alone, and takes it back', () => {
  const page = writeOpenPage(createFolder(), { port: 4711, url });
  expect(page.url).toMatch(/^file:\/\/.*\/open-4711\.html$/);
  const file = fileURLToPath(page.url);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(`url=${url}"`);
  page.remove();
  expect(existsSync(file)).toBe(false);
});

it('takes back the files of a Studio that was killed, and no other', () => {
  const root = createFolder();
  const folder = path.dirname(fileURLToPath(writeOpenPage(root, { port: 1, url }).url));
  writeFileSync(path.join(folder, 'open-2.html'), '');
  for (const name of ['open-1.html', 'open-of-mine.html']) {
    writeFileSync(path.join(folder, name), '');
    utimesSync(path.join(folder, name), 1, 1);
  }
  writeOpenPage(root, { port: 3, url });
  const left = ['open-1.html', 'open-2.html', 'open-3.html', 'open-of-mine.html'];
  expect(left.map((name) => existsSync(path.join(folder, name)))).toEqual([false, true, true, true]);
});
