import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatCount } from '@toolwright/contract';
import type { Command } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { loadCodegen } from '../../load/load-optional.js';
import { findPackage } from '../../project/find-package.js';
import { type ProjectOptions, parsePath, SOURCE_OPTIONS } from '../../project/project-options.js';
import { printErrors } from '../../project/read-project.js';
import { replaceFile } from '../../project/replace-file.js';
import { shownPath } from '../../project/shown-path.js';
import { userError } from '../../user-error.js';
import { type DocsFile, docsFiles } from './docs-files.js';

const EXAMPLES = `
Examples:
  $ toolwright docs
  $ toolwright docs --out docs/tools --llms
  $ toolwright docs --check

Writes README.md and index.html into the folder: what each tool does, its
parameters, result, errors and examples, from the types and the JSDoc. The page
loads no external content. With --llms, it also writes llms.txt. Exit codes: 0;
1 after errors or if --check finds a stale file; 2 if the arguments are
invalid.`;

export const docsCommand: Command<DocsOptions> = {
  description: 'write documentation for people about the tools of a project',
  options: [
    ...SOURCE_OPTIONS,
    ['-o, --out <folder>', 'the folder to write to', { default: 'docs/tools', parse: parsePath }],
    ['--title <text>', 'the title (default: "Tools of" and the package)'],
    ['--llms', 'also write llms.txt, a list of the tools for models'],
    ['--check', 'write nothing; fail if a file is stale'],
  ],
  notes: EXAMPLES,
  run: (options, _words, context) => runDocs(options, context),
};

/** The options of `toolwright docs`. */
interface DocsOptions extends ProjectOptions {
  readonly out: string;
  readonly title?: string;
  readonly llms?: true;
  readonly check?: true;
}

/** Writes the documentation of a project's tools, or checks whether it is fresh. */
async function runDocs(options: DocsOptions, context: CommandContext): Promise<void> {
  const { io, setExitCode } = context;
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
    await printErrors(errors, projectDir, context);
    io.stderr.write('Nothing was written: correct the errors and run docs again.\n');
    return;
  }
  const folder = path.resolve(io.cwd, out);
  const files = docsFiles(options.title ?? titleOf(projectDir), tools, llms);
  const stale = await findStale(folder, files);
  const shown = (names: readonly DocsFile[]) =>
    names.map(({ name }) => shownPath(path.join(folder, name), io.cwd)).join(', ');
  if (check !== true) {
    await writeFiles(folder, stale, io.cwd);
    const what = stale.length > 0 ? `Wrote ${shown(stale)}` : `Unchanged: ${shown(files)}`;
    io.stdout.write(`${what}, ${formatCount(tools.length, 'tool')}.\n`);
  } else if (stale.length > 0) {
    io.stderr.write(`Stale: ${shown(stale)}. Run the command again without --check.\n`);
    setExitCode(1);
  } else {
    io.stdout.write(`Fresh: ${shown(files)}, ${formatCount(tools.length, 'tool')}.\n`);
  }
}

function titleOf(projectDir: string): string {
  const name = findPackage(projectDir)?.content.name;
  return typeof name === 'string' && name !== '' ? `Tools of ${name}` : 'Tools';
}

/** Returns the files that differ from those on disk. Ignores line endings, which Git may change. */
async function findStale(folder: string, files: readonly DocsFile[]): Promise<readonly DocsFile[]> {
  const known = await Promise.all(files.map(({ name }) => readText(path.join(folder, name))));
  return files.filter(({ text }, index) => known[index]?.replaceAll('\r\n', '\n') !== text);
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    // An unreadable file counts as stale; writing it will report the reason.
    return undefined;
  }
}

/** Writes all files, or none if one of them would replace a file that the command did not write. */
async function writeFiles(folder: string, files: readonly DocsFile[], cwd: string): Promise<void> {
  const placed = files.map((file) => ({ ...file, place: path.join(folder, file.name) }));
  for (const { place, mark } of placed) {
    const old = await readText(place);
    // An empty file contains no user's work.
    if (old !== undefined && old.trim() !== '' && !old.includes(mark))
      throw userError(
        'OUTPUT_FAILED',
        `${shownPath(place, cwd)} was not written by \`toolwright docs\`, so it is not overwritten.`,
        'Name another folder with --out, or remove the file.',
      );
  }
  for (const { place, text } of placed) await replaceFile(place, text, shownPath(place, cwd));
}
