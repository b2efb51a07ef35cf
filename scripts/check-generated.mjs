/**
 * Checks that the generated modules of all folders are up to date, as `toolwright codegen --check --effects` does. One process, because the
 * folders import the same packages: it parses them once.
 */
import { join } from 'node:path';
import { main } from '../packages/toolwright/dist/cli/main.js';
import * as codegen from '../tools-codegen/dist/index.js';
import { generated, root } from './workspace.mjs';

const parsed = { parsedLib: new Map(), parsed: new Map() };
const shared = { ...codegen, generateWithEffects: (options) => codegen.generateWithEffects(options, parsed) };
const untuned = { onFilesFound: () => {}, onToolsFound: () => {}, onToolsRead: () => {} };

for (const folder of generated()) {
  console.log(folder);
  const code = await main(['codegen', '--check', '--effects'], {
    cwd: join(root, folder),
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    importCodegen: async () => shared,
    expectShortRun: () => untuned,
  });
  if (code !== 0) process.exitCode = code;
}
