import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createScratch, PROJECT_FILES, removeScratch, runCli, writeFiles } from '../../cli.test.support.js';
import { WEATHER } from '../codegen/codegen.test.support.js';

afterAll(removeScratch);

const LOCK = 'src/tools.lock.json';
const project = () => createScratch({ ...PROJECT_FILES, 'src/weather.ts': WEATHER });
const run = (cwd: string, ...args: string[]) => runCli(args, { cwd });
const readLock = (folder: string) => readFileSync(path.join(folder, LOCK), 'utf8');
const done = (stdout: string) => ({ code: 0, stdout, stderr: '' });

// F1
describe('toolwright lock', () => {
  it('writes what the tools promise, and nothing if nothing has changed', async () => {
    const folder = project();
    expect(await run(folder, 'lock', '--provider', 'openai,google')).toEqual(
      done(`Wrote ${LOCK}, 1 tool.\n`),
    );
    const text = readLock(folder);
    expect(JSON.parse(text)).toEqual({
      version: 2,
      tools: [
        {
          name: 'forecast',
          description: 'Weather forecast for a city.',
          parameters: expect.objectContaining({ required: ['city'] }),
          output: { type: 'string' },
          annotations: {},
          wire: { openai: expect.stringMatching(/^[\da-f]{64}$/), gemini: expect.any(String) },
        },
      ],
    });
    expect(await run(folder, 'lock')).toEqual(done(`Unchanged: ${LOCK}, 1 tool.\n`));
    expect(await run(folder, 'lock', '--check')).toEqual(done(`Fresh: ${LOCK}, 1 tool.\n`));
    expect(readLock(folder)).toBe(text);
  });

  it('leaves the old lock to those that read it', async () => {
    const folder = project();
    writeFiles(folder, { [LOCK]: 'old' });
    const reader = openSync(path.join(folder, LOCK), 'r');
    expect(await run(folder, 'lock')).toEqual(done(`Wrote ${LOCK}, 1 tool.\n`));
    expect(readFileSync(reader, 'utf8')).toBe('old');
    closeSync(reader);
  });

  it('--check fails if the lock is stale, and so does codegen --check beside a fresh module', async () => {
    const folder = project();
    expect(await run(folder, 'lock', '--check')).toMatchObject({
      code: 1,
      stderr: `${LOCK} does not exist. Run: npx toolwright lock\n`,
    });
    await run(folder, 'codegen');
    expect((await run(folder, 'codegen', '--check')).code).toBe(0);
    await run(folder, 'lock');
    expect((await run(folder, 'codegen', '--check')).code).toBe(0);
    const text = readLock(folder);

    writeFiles(folder, { 'src/weather.ts': WEATHER.replace('City name', 'A city') });
    await run(folder, 'codegen');
    const stale =
      'forecast has changed: /parameters/properties/city/description was "City name" and is "A city".\n' +
      `${LOCK} is stale. Run: npx toolwright lock`;
    expect(await run(folder, 'lock', '--check', '--exclude', 'x/**')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${stale} --exclude "x/**"\n`,
    });
    expect(await run(folder, 'codegen', '--check')).toMatchObject({ code: 1, stderr: `${stale}\n` });
    const { stdout } = await run(folder, 'codegen', '--check', '--format', 'github');
    expect(stdout).toContain(`::error file=${LOCK}::`);
    expect(readLock(folder)).toBe(text);
  });

  it('writes a damaged lock again, but not one of another version, and none after errors in the sources', async () => {
    const folder = project();
    writeFileSync(path.join(folder, LOCK), '{');
    expect(await run(folder, 'lock', '--check')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^error INVALID_CONFIG: src\/tools\.lock\.json is not JSON: .+\n {2}fix: /,
      ),
    });
    expect((await run(folder, 'lock')).stdout).toBe(`Wrote ${LOCK}, 1 tool.\n`);
    const newer = '{ "version": 3, "tools": [] }';
    writeFileSync(path.join(folder, LOCK), newer);
    expect(await run(folder, 'lock')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has version 3; expected 2'),
    });
    expect(readLock(folder)).toBe(newer);
    rmSync(path.join(folder, LOCK));
    writeFiles(folder, { 'src/weather.ts': WEATHER.replace('city: string', 'city: symbol') });
    const failed = await run(folder, 'lock');
    expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('error TW') });
    expect((await run(folder, 'lock', '--provider', 'opnai')).code).toBe(2);
  });
});
