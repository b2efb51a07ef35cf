import { appendFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { createFolder, removeFolders } from '../studio.test.support.js';
import { LogLines } from './read-log-lines.js';

afterAll(removeFolders);

const file = path.join(createFolder(), 'events.jsonl');
let clock = 1_000;
/** As a file system does that has a fine clock. */
const touch = () => utimesSync(file, 0, ++clock);
const write = (text: string) => {
  writeFileSync(file, text);
  touch();
};
const readOn = async (log: LogLines): Promise<string[]> => {
  const lines: string[] = [];
  for await (const piece of log.read()) lines.push(...piece);
  return lines;
};
const begin = async (text: string) => {
  write(text);
  const log = new LogLines(file);
  await readOn(log);
  return log;
};
const LONG = Array.from({ length: 20_000 }, (_, index) => `line ${index}`).join('\n');

// K2
describe('a log that is read on', () => {
  it.each([
    ['shorter', 'one\ntwo\n', 'new\n'],
    ['of the same length', 'one\ntwo\n', 'uno\ndue\n'],
    [
      'of the same length in the middle of a long file',
      `${LONG}\n`,
      `${LONG.replace('line 9999', 'LINE 9999')}\n`,
    ],
    ['longer at its beginning', `one\n${LONG}\n`, `uno\n${LONG}\nend\n`],
    ['longer at the end of what was read', `${LONG}\none\n`, `${LONG}\nuno\nend\n`],
  ])('is read anew when it was written anew: %s', async (_how, before, after) => {
    const log = await begin(before);
    write(after);
    expect((await readOn(log)).join('\n')).toBe(after.trimEnd());
    expect(log.restarts).toBe(1);
    expect(await readOn(log)).toEqual([]);
  });

  it('is read anew when another file has taken its place', async () => {
    const log = await begin(`${LONG}\n`);
    const next = `${LONG.replace('line 9999', 'LINE 9999')}\nend\n`;
    writeFileSync(`${file}.next`, next);
    renameSync(`${file}.next`, file);
    expect((await readOn(log)).length).toBe(20_001);
    expect(log.restarts).toBe(1);
  });

  it('is not read anew when it was only touched', async () => {
    const log = await begin(`${LONG}\n`);
    touch();
    expect(await readOn(log)).toEqual([]);
    expect(log.restarts).toBe(0);
  });

  it('gives each line once, however it grows', async () => {
    const pieces = fc.array(
      fc.string({ unit: fc.constantFrom('a', 'ü', '\n', 'x'.repeat(3_000)), maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(pieces, async (texts) => {
        const log = await begin('');
        const lines: string[] = [];
        for (const text of texts) {
          appendFileSync(file, text);
          touch();
          lines.push(...(await readOn(log)));
        }
        expect(lines).toEqual(texts.join('').split('\n').slice(0, -1));
        expect(log.restarts).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});
