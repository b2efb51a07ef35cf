import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunResult } from '@toolwright/contract';
import { Client } from 'pg';
import { createPrograms } from '../program.test.support.js';
import { startPostgres } from './postgres.test.support.js';

const programs = createPrograms();
let program = '';

const postgres = startPostgres();
const reason = typeof postgres === 'string' ? postgres : undefined;
if (reason !== undefined) process.stderr.write(`Policies of durable agents are not tested: ${reason}\n`);

beforeAll(async () => {
  program = await programs.bundle(new URL('seam.test.fixture.ts', import.meta.url));
});
afterAll(() => {
  if (typeof postgres !== 'string') postgres.stop();
  programs.remove();
});

// H1, H2
(reason === undefined ? describe : describe.skip)('a durable run with policies and a context', () => {
  it.each([
    ['never', ['first']],
    ['before:2', ['first', 'second']],
    ['after:note', ['first', 'second']],
    ['after:pay', ['first', 'second']],
    ['before:3', ['first', 'second']],
  ])(
    'that is killed at %s has the verdicts of one that is not, each once, and the context of its process',
    async (when, processes) => {
      const scene = newScene(when.replace(':', '_'));
      if (when !== 'never') expect(await execute(scene, when, 'canary-first')).toBe('killed');
      const result = await execute(scene, 'never', `canary-${processes.at(-1)}`);
      if (result === 'killed') throw new Error('Nothing kills this process.');
      const lines = readFileSync(scene.outbox, 'utf8').trimEnd().split('\n');

      const noted = lines.filter((line) => line.startsWith('note '));
      const token = noted[0]?.split(' ')[1];
      expect(token).toMatch(/^[0-9a-f-]{36}$/);
      // A repeatable call that was cut off is repeated with the same arguments.
      expect(new Set(noted.map((line) => line.split(' ')[1]))).toEqual(new Set([token]));
      expect(noted).toHaveLength(when === 'after:note' ? 2 : 1);

      expect(result.status).toBe('completed');
      expect(result.messages.find(({ role }) => role === 'user')?.content).toBe('Go!');
      const [note, changed, answered, refused, pay, burn] = result.finalResponse.split('|');
      expect(note).toBe(`note ${token}+`);
      expect([changed, answered, pay]).toEqual(['changed Bob', 'from the policy', 'pay Ada']);
      expect(refused).toContain('not today');
      expect(burn).toMatch(/: too hot~\.$/);
      expect(lines.filter((line) => line.startsWith('asked'))).toEqual(['asked about pay and burn']);
      for (const name of ['answered', 'refused', 'burn'])
        expect(lines.filter((line) => line.startsWith(`${name} `))).toEqual([]);
      const bob = lines.filter((line) => line.startsWith('changed Bob '));
      expect(lines.filter((line) => line.startsWith('changed '))).toEqual(bob);
      // It runs beside `pay`, so that the kill may come before its end is recorded.
      if (when === 'after:pay') expect([1, 2]).toContain(bob.length);
      else expect(bob).toHaveLength(1);
      expect(lines.filter((line) => line.startsWith('pay '))).toHaveLength(when === 'after:pay' ? 2 : 1);

      expect(lines.filter((line) => line.startsWith('context'))).toEqual(
        processes.map(() => 'context for r: Go'),
      );
      const users = lines.flatMap((line) => / for (canary-\w+)$/.exec(line)?.[1] ?? []);
      // All tools had run before the third request.
      const served = when === 'before:3' ? ['first'] : processes;
      expect(new Set(users)).toEqual(new Set(served.map((name) => `canary-${name}`)));
      const stored = await allRows(scene.url);
      expect(stored).toContain('Go!');
      expect(stored).not.toContain('canary');
    },
  );
});

interface Scene {
  readonly url: string;
  readonly outbox: string;
}

function newScene(name: string): Scene {
  const url = typeof postgres === 'string' ? '' : postgres.url(`seam_${name}`);
  return { url, outbox: join(programs.folder, `${name}.txt`) };
}

/** Every row of every table of a database, as text. */
async function allRows(url: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`);
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

function execute({ url, outbox }: Scene, when: string, context: string): Promise<RunResult | 'killed'> {
  return new Promise((resolve, reject) => {
    const args = [program, url, outbox, when, context];
    execFile(process.execPath, args, { timeout: 240_000 }, (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') resolve('killed');
      else if (error) reject(new Error(`${when}: ${error.message}\n${stdout}\n${stderr}`));
      else resolve(JSON.parse(stdout));
    });
  });
}
