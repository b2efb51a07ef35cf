import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFolder, removeFolders } from '../studio.test.support.js';
import { checkLogFile } from './check-log-file.js';

afterAll(removeFolders);

const checked = (bytes: Buffer | string): Promise<void> => {
  const file = path.join(createFolder(), 'events.jsonl');
  writeFileSync(file, bytes);
  return checkLogFile(file);
};

const LINE = '{"time":"2026"}\n';
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

// K2
it('refuses the encodings of more than one byte by name', async () => {
  for (const [bytes, name] of [
    [Buffer.from(`\ufeff${LINE}`, 'utf16le'), 'UTF-16 (little-endian)'],
    [Buffer.from(LINE, 'utf16le'), 'UTF-16 (little-endian)'],
    [bigEndian(`\ufeff${LINE}`), 'UTF-16 (big-endian)'],
    [bigEndian(LINE), 'UTF-16 (big-endian)'],
    [Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), 'UTF-32'],
  ] as const) {
    await expect(checked(bytes)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(`is encoded in ${name}, but logs must be UTF-8.`),
      hint: expect.stringContaining('UTF-8'),
    });
  }
});

it('accepts UTF-8 with and without a mark, and a file with nothing in it', async () => {
  for (const text of [LINE, `\ufeff${LINE}`, '', '{', 'no log']) await checked(text);
});

it('says why a file cannot be read', async () => {
  const folder = createFolder();
  await expect(checkLogFile(folder)).rejects.toMatchObject({ message: `The log ${folder} is a folder.` });
  const file = path.join(folder, 'none');
  await expect(checkLogFile(file)).rejects.toMatchObject({
    message: expect.stringContaining(`The log ${file} cannot be read: ENOENT`),
  });
});
