import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage, ToolwrightError, wantsColor } from '@toolwright/contract';
import type { CommandContext } from '../../command-context.js';
import { count } from '../../count.js';
import { loadCodegen } from '../../load/load-optional.js';
import { findPackage } from '../../project/find-package.js';
import { type DocsFile, docsFiles } from './docs-files.js';
import type { DocsOptions } from './docs-options.js';

/** Writes the documentation of a project's tools, or checks it. */
export async function runDocs(options: DocsOptions, { io, setExitCode }: CommandContext): Promise<void> {
  const { project = 'tsconfig.json', include, exclude, out, llms = false, check } = options;
  io.expectShortRun();
  const codegen = await loadCodegen(io);
  const { tools, errors, projectDir } = await codegen.readToolDocs({
    cwd: io.cwd,
    project,
    include,
    exclude,
  });
  if (errors.length > 0) {
    const color = wantsColor(io.stderr, io.env);
    io.stderr.write(`${await codegen.printDiagnostics(errors, { color, projectDir, cwd: io.cwd })}\n`);
    io.stderr.write('Nothing was written: correct the errors and run docs again.\n');
    setExitCode(1);
    return;
  }
  const folder = path.resolve(io.cwd, out);
  const files = docsFiles(options.title ?? titleOf(projectDir), tools, llms);
  const stale = await findStale(folder, files);
  const shown = (names: readonly DocsFile[]) =>
    names.map(({ name }) => path.relative(io.cwd, path.join(folder, name)).replaceAll('\\', '/')).join(', ');
  if (check !== true) {
    await writeFiles(folder, stale);
    const what = stale.length > 0 ? `Wrote ${shown(stale)}` : `Unchanged: ${shown(files)}`;
    io.stdout.write(`${what}, ${count(tools.length, 'tool')}.\n`);
  } else if (stale.length > 0) {
    io.stderr.write(`Stale: ${shown(stale)}. Run the command again without --check.\n`);
    setExitCode(1);
  } else {
    io.stdout.write(`Fresh: ${shown(files)}, ${count(tools.length, 'tool')}.\n`);
  }
}

function titleOf(projectDir: string): string {
  const name = findPackage(projectDir)?.content.name;
  return typeof name === 'string' && name !== '' ? `Tools of ${name}` : 'Tools';
}

/** The files whose text on the disk is another; Git may have changed their line breaks. */
async function findStale(folder: string, files: readonly DocsFile[]): Promise<readonly DocsFile[]> {
  const known = await Promise.all(files.map(({ name }) => readText(path.join(folder, name))));
  return files.filter(({ text }, index) => known[index]?.replaceAll('\r\n', '\n') !== text);
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    // It is then written, or reported as stale; writing says why it cannot be.
    return undefined;
  }
}

async function writeFiles(folder: string, files: readonly DocsFile[]): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const { name, text } of files) await writeFile(path.join(folder, name), text);
  } catch (error) {
    throw new ToolwrightError(
      'OUTPUT_FAILED',
      `The folder ${folder} cannot be written: ${errorMessage(error)}`,
      {
        blame: 'user',
        hint: 'Name another folder with --out.',
        cause: error,
      },
    );
  }
}
