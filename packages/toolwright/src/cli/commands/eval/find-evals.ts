import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '@toolwright/contract';
import type { Eval } from '@toolwright/evals';
import { loadModule } from '../../load/load-module.js';
import { userError } from '../../user-error.js';

/** An eval and the file that exports it. */
export interface FoundEval {
  readonly definition: Eval;
  /** The absolute folder of the file, to which datasets are relative. */
  readonly folder: string;
  /** As the user named the file. */
  readonly file: string;
}

const EVAL = /\.eval\.[cm]?[jt]sx?$/;
const MAX_ENTRIES = 200_000;

/** Finds the files of evals. @throws ToolwrightError `USAGE` if there are none */
export function findEvalFiles(words: readonly string[], cwd: string): readonly string[] {
  const roots = words.length === 0 ? ['.'] : words;
  const files = roots.flatMap((root) => {
    const found = statSync(path.resolve(cwd, root), { throwIfNoEntry: false });
    if (found === undefined) throw userError('USAGE', `${root} does not exist.`, 'Pass files or folders.');
    return found.isDirectory() ? walk(path.resolve(cwd, root)) : [path.resolve(cwd, root)];
  });
  if (files.length > 0) return [...new Set(files)].map((file) => path.relative(cwd, file));
  throw userError(
    'USAGE',
    'There are no *.eval.ts.',
    'Export an eval from a file: export default defineEval({ … }).',
  );
}

/** Finds the evals below a folder, but not in installed packages, hidden folders and build output. */
function walk(root: string): readonly string[] {
  const files: string[] = [];
  const open = [root];
  let seen = 0;
  for (let folder = open.pop(); folder !== undefined && seen < MAX_ENTRIES; folder = open.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      seen++;
      if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name))
        open.push(path.join(folder, entry.name));
      if (entry.isFile() && EVAL.test(entry.name)) files.push(path.join(folder, entry.name));
    }
  }
  return files.sort();
}

const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build']);

/** Loads the evals that a file exports as its default. @throws ToolwrightError `INVALID_CONFIG` */
export async function loadEvals(
  file: string,
  cwd: string,
  isEval: (value: unknown) => value is Eval,
): Promise<readonly FoundEval[]> {
  const module = await loadModule(file, cwd, 'Pass the file of an eval.');
  const exported = module.default;
  // The default export of a CommonJS module is a member of its exports.
  const given = isRecord(exported) && !isEval(exported) ? (exported.default ?? exported) : exported;
  const evals: readonly unknown[] = Array.isArray(given) ? given : [given];
  return evals.map((definition) => {
    if (isEval(definition)) return { definition, file, folder: path.dirname(path.resolve(cwd, file)) };
    throw userError(
      'INVALID_CONFIG',
      `The default export of ${file} is not an eval.`,
      'Write `export default defineEval({ … })`, or export a list of evals.',
    );
  });
}
