import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, isToolwrightError, wantsColor } from '@toolwright/contract';
import type { Baseline, EvalReport, RunEvalOptions, Selection, TextReport } from '@toolwright/evals';
import type { CommandContext } from '../../command-context.js';
import { loadOptional } from '../../load/load-optional.js';
import type { CliIo } from '../../process/cli-io.js';
import { redirectConsole } from '../../process/redirect-console.js';
import { reportError } from '../../process/report-error.js';
import { replaceFile } from '../../project/replace-file.js';
import { userError } from '../../user-error.js';
import { exitCodeOf } from './exit-code.js';
import { type FoundEval, findEvalFiles, loadEvals } from './find-evals.js';
import { guardProcess, type Running } from './guard-process.js';

export const REPORTS = ['table', 'json', 'junit', 'markdown'] as const;

/** The options of `toolwright eval`. */
export interface EvalCommandOptions {
  readonly out: string;
  readonly concurrency?: number;
  readonly repetitions?: number;
  readonly case: readonly string[];
  readonly tag: readonly string[];
  readonly budgetTokens?: number;
  readonly budgetCost?: number;
  readonly budgetTime?: number;
  readonly baseline?: string;
  readonly saveBaseline?: string;
  readonly report?: readonly (typeof REPORTS)[number][];
  readonly mutate?: 'descriptions';
  readonly cache: boolean;
  readonly resume: boolean;
  readonly failUnder?: number;
}

type Evals = typeof import('@toolwright/evals');

/** What was evaluated, and whether something could not be. */
interface Evaluated {
  readonly reports: readonly EvalReport[];
  /** With `--mutate`. */
  readonly textReports: readonly TextReport[];
  /** The reports of evals that could not begin. */
  readonly failed: readonly EvalReport[];
}

/** Runs the evals, one after the other, and prints their reports. */
export async function runEvals(
  options: EvalCommandOptions,
  words: readonly string[],
  { io, setExitCode }: CommandContext,
): Promise<void> {
  const evals = await loadOptional(
    '@toolwright/evals',
    () => import('@toolwright/evals'),
    'npm install --save-dev',
    io.cwd,
  );
  const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline, evals, io);
  const files = findEvalFiles(words, io.cwd);
  const release = openFolder(options.out, evals, io);
  const restoreConsole = redirectConsole(io.stderr);
  const stray: EvalReport[] = [];
  const running: Running = { name: 'evals', file: 'evals', attempts: [] };
  const endGuard = guardProcess(
    running,
    ({ name, file, error }) => stray.push(evals.failedReport(name, file, error)),
    io,
  );
  try {
    const evaluated = await evaluate(options, files, running, baseline, evals, io);
    const failed = [...evaluated.failed, ...stray];
    const isComplete = failed.length === 0 && evaluated.reports.every(({ missing }) => missing.length === 0);
    await writeReports({ ...evaluated, failed }, isComplete, options, evals, io);
    setExitCode(isComplete ? exitCodeOf(evaluated.reports, options.failUnder) : 2);
  } finally {
    endGuard();
    restoreConsole();
    release();
  }
}

/** The reports of all evals together. */
const FILES = { json: 'report.json', junit: 'junit.xml', markdown: 'report.md' } as const;
/** Names in the folder that are no evals. */
const RESERVED: ReadonlySet<string> = new Set(['lock', ...Object.values(FILES)]);

/** Creates and locks the folder, and removes the reports of an earlier run: they must not pass for those of this one. @throws ToolwrightError `USAGE` */
function openFolder(out: string, { makeFolder, lockFolder }: Evals, { cwd }: CliIo): () => void {
  const root = path.resolve(cwd, out);
  try {
    if (!existsSync(root)) {
      makeFolder(root);
      // Records hold whole answers.
      writeFileSync(path.join(root, '.gitignore'), '*\n');
    }
    const release = lockFolder(root);
    for (const file of Object.values(FILES)) rmSync(path.join(root, file), { force: true });
    return release;
  } catch (error) {
    if (isToolwrightError(error)) throw error;
    throw userError(
      'USAGE',
      `Cannot write to ${out}: ${errorMessage(error)}`,
      'Check its permissions, or pass another --out.',
    );
  }
}

async function evaluate(
  options: EvalCommandOptions,
  files: readonly string[],
  running: Running,
  baseline: Baseline | undefined,
  evals: Evals,
  io: CliIo,
): Promise<Evaluated> {
  const failed: EvalReport[] = [];
  const attempt = async <Result>(
    name: string,
    file: string,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      // One eval that cannot be run does not end the others.
      failed.push(evals.failedReport(name, file, error));
      reportError(error, { io, debug: false });
      return undefined;
    } finally {
      // Rejections are told after all that waits for promises, and belong to what ran.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const found: FoundEval[] = [];
  for (const file of files) {
    Object.assign(running, { name: file, file });
    found.push(...((await attempt(file, file, () => loadEvals(file, io.cwd, evals.isEval))) ?? []));
  }
  const selection = selectionOf(options);
  const signal = io.untilInterrupted();
  const folders = new Map<string, string>();
  const reports: EvalReport[] = [];
  const textReports: TextReport[] = [];
  for (const one of select(found, selection, evals)) {
    Object.assign(running, { name: one.definition.name, file: one.file, attempts: [] });
    const report = await attempt(one.definition.name, one.file, async () => {
      const folder = folderOf(one, options.out, folders, io.cwd);
      const settings: RunEvalOptions = {
        ...selection,
        ...{ folder, base: one.folder, baseline, signal, cache: options.cache, resume: options.resume },
        settings: settingsOf(options, one),
        onNote: (note) => io.stderr.write(`${note}\n`),
        onRunning: (attempts) => Object.assign(running, { attempts }),
        onProgress: (done, total) =>
          showProgress(`${one.definition.name} ${done}/${total}`, done === total, io),
      };
      if (options.mutate === undefined) return evals.runEval(one.definition, settings);
      const texts = await evals.mutateTexts(one.definition, settings);
      textReports.push(texts);
      return texts.report;
    });
    if (report !== undefined) reports.push(report);
  }
  return { reports, textReports, failed };
}

function selectionOf({ case: caseIds, tag: tags }: EvalCommandOptions): Selection {
  return { ...(caseIds.length > 0 && { caseIds }), ...(tags.length > 0 && { tags }) };
}

/** Returns the evals that have the selected cases. If none has, the first one, which says so. */
function select(
  found: readonly FoundEval[],
  selection: Selection,
  { hasSelected }: Evals,
): readonly FoundEval[] {
  if (selection.caseIds === undefined && selection.tags === undefined) return found;
  const selected = found.filter(({ definition, folder }) => {
    try {
      return hasSelected(definition, folder, selection);
    } catch {
      // Its run says what is wrong with it.
      return true;
    }
  });
  return selected.length > 0 ? selected : found.slice(0, 1);
}

function settingsOf(options: EvalCommandOptions, { definition }: FoundEval) {
  const { concurrency, repetitions, budgetTokens, budgetCost, budgetTime } = options;
  const given = {
    ...(budgetTokens !== undefined && { tokens: budgetTokens }),
    ...(budgetCost !== undefined && { cost: budgetCost }),
    ...(budgetTime !== undefined && { durationMs: budgetTime * 1_000 }),
  };
  return { concurrency, repetitions, budget: { ...definition.budget, ...given } };
}

/** Returns the folder of an eval, which is its name without what folders cannot have. @throws ToolwrightError `INVALID_CONFIG` */
function folderOf(
  { definition, file }: FoundEval,
  out: string,
  taken: Map<string, string>,
  cwd: string,
): string {
  const plain = definition.name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|[.-]+$/g, '') || 'eval';
  const name = RESERVED.has(plain.toLowerCase()) ? `${plain}-eval` : plain;
  const other = taken.get(name.toLowerCase());
  if (other !== undefined) {
    const message = `The eval '${definition.name}' of ${file} has the name of one in ${other}.`;
    throw userError('INVALID_CONFIG', message, 'Give each eval its own name.');
  }
  taken.set(name.toLowerCase(), file);
  return path.join(path.resolve(cwd, out), name);
}

function readBaseline(file: string, evals: Evals, { cwd }: CliIo): Baseline {
  let text: string;
  try {
    text = readFileSync(path.resolve(cwd, file), 'utf8');
  } catch (error) {
    throw userError(
      'USAGE',
      `Cannot read the baseline: ${errorMessage(error)}`,
      'Write one with --save-baseline.',
    );
  }
  return evals.readBaseline(text, file);
}

async function writeReports(
  { reports, textReports, failed }: Evaluated,
  isComplete: boolean,
  { report: formats = ['table'], out, saveBaseline }: EvalCommandOptions,
  { printJUnit, printMarkdown, printTable, printTexts, printBaseline, toBaseline }: Evals,
  io: CliIo,
): Promise<void> {
  const write = async (file: string, text: string) => {
    await replaceFile(path.resolve(io.cwd, file), text, file);
    io.stderr.write(`Wrote ${file}.\n`);
  };
  // The terminal has shown why an eval could not begin.
  const all = [...reports, ...failed];
  if (formats.includes('table')) {
    const style = { color: wantsColor(io.stdout, io.env), columns: io.stdout.columns };
    const tables = [
      ...reports.map((report) => printTable(report, style)),
      ...textReports.map((report) => printTexts(report, style)),
    ];
    io.stdout.write(tables.join('\n'));
  }
  if (formats.includes('json'))
    await write(
      path.join(out, FILES.json),
      `${JSON.stringify([...(textReports.length > 0 ? textReports : reports), ...failed], undefined, 2)}\n`,
    );
  if (formats.includes('junit')) await write(path.join(out, FILES.junit), printJUnit(all));
  if (formats.includes('markdown')) await write(path.join(out, FILES.markdown), printMarkdown(all));
  if (saveBaseline === undefined) return;
  // A case without a result would be missing in all later comparisons.
  if (isComplete) await write(saveBaseline, printBaseline(toBaseline(reports)));
  else io.stderr.write(`Did not write ${saveBaseline}: something could not be evaluated.\n`);
}

/** Shows progress on one line of a terminal. */
function showProgress(text: string, isLast: boolean, { stderr }: CliIo): void {
  if (stderr.isTTY) stderr.write(`\r${text}${isLast ? '\n' : ''}`);
}
