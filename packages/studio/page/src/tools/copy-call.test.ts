import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { HOSTILE } from '../../test/fixture/hostile-texts.js';
import { quoteForShell, toCommand, toTest } from './copy-call.js';
import { findTools } from './find-tools.js';

/** What a POSIX shell makes of a word. */
function throughShell(word: string): string {
  return execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' });
}

it('quotes every text so that a shell reads it as one word', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'a\'"\\$`!#~*{}[]()<>|&; \t\n-=ä') });
  fc.assert(
    fc.property(texts, (text) => {
      expect(throughShell(quoteForShell(text))).toBe(text);
    }),
    { numRuns: 40 },
  );
  expect(throughShell(quoteForShell(''))).toBe('');
});

it('copies a call as a command that a shell reads as it was made', () => {
  const args = { city: "L'Aquila", notes: [...HOSTILE] };
  const command = toCommand({ tool: 'forecast', arguments: args, registry: 'src/my tools.ts#registry' });
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  expect(words.slice(0, 4)).toEqual(['npx', 'toolwright', 'call', 'forecast']);
  expect(JSON.parse(words[4] ?? '')).toEqual(JSON.parse(JSON.stringify(args)));
  expect(words.slice(5)).toEqual(['--registry', 'src/my tools.ts#registry']);
  // A terminal shows what it will run.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
  expect(command).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
});

it('copies a call as a test that passes while the tool returns the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-copy-'));
  try {
    const end = { result: { sky: 'rain', text: HOSTILE.join('\n') }, durationMs: 3 };
    const call = { tool: 'forecast', arguments: { city: "L'Aquila" }, registry: 'tools.mjs#weather', end };
    writeFileSync(
      join(folder, 'tools.mjs'),
      `export const weather = { execute: async (name, args) => ({ result: name === 'forecast' && args.city === "L'Aquila" ? ${JSON.stringify(end.result)} : null, error: null }) };`,
    );
    writeFileSync(join(folder, 'call.test.mjs'), toTest(call));
    const run = () =>
      execFileSync(process.execPath, ['--test', 'call.test.mjs'], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH },
      });
    expect(run()).toMatch(/pass 1/);
    writeFileSync(join(folder, 'call.test.mjs'), toTest({ ...call, arguments: { city: 'Rome' } }));
    expect(run).toThrow();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('finds tools by words of their name and description, names first', () => {
  const tool = (name: string, description: string) => ({
    spec: {
      name,
      description,
      parameters: { type: 'object' as const, properties: {} },
      annotations: {},
      source: { file: 'a.ts', line: 1 },
    },
    examples: [],
  });
  const all = [tool('search', 'Find mail'), tool('mail_send', 'Send it'), tool('forecast', 'The weather')];
  expect(findTools(all, 'MAIL').map(({ spec }) => spec.name)).toEqual(['mail_send', 'search']);
  expect(findTools(all, 'find mail').map(({ spec }) => spec.name)).toEqual(['search']);
  expect(findTools(all, ' ')).toBe(all);
});
