import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel } from '@toolwright/llm/testing';
import { readConfig } from '../agent/read-config.js';
import * as core from '../index.js';
import { Memory } from '../memory/memory.js';
import { openRun } from '../run/open-run.js';

const filesOf = (folder: string): string[] =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((name) => /^[a-z-]+\.ts$/.test(name))
    .map((name) => name.replace('.ts', ''));

// H2
it('every file of built-in defines a policy of the same name, which a run uses with its option', () => {
  const { ports } = openRun({
    // Turns on each policy that an option controls.
    settings: readConfig({ llmClient: scriptedModel([]), dedupe: 'per-run' }),
    memory: new Memory(),
    input: { role: 'user', content: 'go' },
    options: {},
    streaming: false,
  });
  expect([...ports.policies.builtInNames].sort()).toEqual(filesOf('built-in'));
});

// H2
it('every shipped policy is public, and has a row in docs/policies.md', () => {
  const page = readFileSync(new URL('../../../../docs/policies.md', import.meta.url), 'utf8');
  const exported: Readonly<Record<string, unknown>> = core;
  for (const file of filesOf('shipped').filter((name) => name !== 'policy-options')) {
    const name = file.replace(/-./g, ([, letter = '']) => letter.toUpperCase());
    expect(exported).toHaveProperty(name);
    expect(page).toContain(`| \`${name}(`);
  }
});
