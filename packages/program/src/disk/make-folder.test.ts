import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeFolder } from './make-folder.js';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'toolwright-folder-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('creates a folder and those above it, and accepts one that exists', () => {
  const folder = path.join(dir, 'a/b/c');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

it('throws if a file has that name', () => {
  writeFileSync(path.join(dir, 'file'), '');
  expect(() => makeFolder(path.join(dir, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(path.join(dir, 'file/x/y'))).toThrow('ENOTDIR');
});

// Node's own option `recursive` never returns here.
(process.platform === 'linux' ? it : it.skip)('throws where the system did not create the folders', () => {
  expect(() => makeFolder('/proc/toolwright/x')).toThrow(
    'the system did not create the folder /proc/toolwright',
  );
});
