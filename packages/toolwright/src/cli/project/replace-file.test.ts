import { execFileSync } from 'node:child_process';
import {
  closeSync,
  createReadStream,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createScratch, removeScratch } from '../cli.test.support.js';
import { replaceFile } from './replace-file.js';

afterAll(removeScratch);

describe('a file that a command writes', () => {
  it('leaves the old text to those that read it, and no other file', async () => {
    const folder = createScratch({ 'tools.lock.json': 'old' });
    const file = path.join(folder, 'tools.lock.json');
    const reader = openSync(file, 'r');
    await replaceFile(file, 'new', 'tools.lock.json');
    expect([readFileSync(reader, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['old', 'new']);
    closeSync(reader);
    expect(readdirSync(folder)).toEqual(['tools.lock.json']);
  });

  it('is written through a link', async () => {
    const folder = createScratch({ 'real.json': 'old' });
    const link = path.join(folder, 'link.json');
    symlinkSync('real.json', link);
    await replaceFile(link, 'new', 'link.json');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(path.join(folder, 'real.json'), 'utf8')).toBe('new');
  });

  (process.platform === 'win32' ? it.skip : it)('is written to a pipe, which stays one', async () => {
    const pipe = path.join(createScratch(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const read = text(createReadStream(pipe));
    await replaceFile(pipe, 'new', 'pipe');
    expect(await read).toBe('new');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it('is refused in words where it cannot be written', async () => {
    const folder = createScratch({ 'out/tools.lock.json/file': '' });
    await expect(
      replaceFile(path.join(folder, 'out/tools.lock.json'), 'new', 'out.json'),
    ).rejects.toMatchObject({
      code: 'OUTPUT_FAILED',
      message: expect.stringMatching(/^Cannot write out\.json: /),
    });
    expect(readdirSync(path.join(folder, 'out'))).toEqual(['tools.lock.json']);
  });

  (process.platform === 'linux' ? it : it.skip)(
    'is refused below /proc instead of waiting forever',
    async () => {
      await expect(replaceFile('/proc/none/below/file', 'new', 'file')).rejects.toMatchObject({
        code: 'OUTPUT_FAILED',
      });
    },
  );
});
