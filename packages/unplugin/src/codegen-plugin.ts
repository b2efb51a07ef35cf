import path from 'node:path';
import type { GenerateOptions } from '@toolwright/codegen';
import { errorMessage } from '@toolwright/contract';
import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { runCodegen } from './run-codegen.js';

/**
 * Codegen as a plugin: `codegen.vite()`, `codegen.rollup()`, `codegen.esbuild()`, `codegen.webpack()`, `codegen.rspack()`. Runs before
 * each build and after each edit, so that the generated module is never stale; an error of codegen is an error of the build.
 */
export const codegen: UnpluginInstance<GenerateOptions | undefined> = createUnplugin((options = {}) => {
  let isDone: Promise<void> = Promise.resolve();
  return {
    name: 'toolwright-codegen',
    async buildStart() {
      say((await runCodegen(options)).text);
    },
    async watchChange(id) {
      if (!TYPESCRIPT.test(id) || isGenerated(id, options)) return;
      // One after the other: edits come in bursts, and each run writes the same file.
      isDone = isDone
        .then(() => runCodegen(options))
        .then(
          ({ text }) => say(text),
          // The server goes on: the next edit may put it right.
          (error) => say(errorMessage(error)),
        );
      await isDone;
    },
  };
});

function say(text: string): void {
  if (text !== '') process.stderr.write(`${text}\n`);
}

const TYPESCRIPT = /\.[cm]?tsx?$/;

function isGenerated(
  id: string,
  { cwd = process.cwd(), project = '.', out = 'src/toolwright.gen.ts' }: GenerateOptions,
): boolean {
  const folder = path.resolve(cwd, project.endsWith('.json') ? path.dirname(project) : project);
  return path.resolve(id) === path.resolve(folder, out);
}
