import { existsSync } from 'node:fs';
import type { CodegenRun } from '@toolwright/codegen';
import type { CommandContext } from '../../command-context.js';
import { lockFileOf } from '../../contract/lock-source.js';
import { loadCodegen } from '../../load/load-optional.js';
import type { CodegenModule } from '../../process/cli-io.js';
import { commandLine } from '../../project/command-line.js';
import { shownPath } from '../../project/shown-path.js';
import { type CodegenOptions, generateOptions } from './codegen-options.js';
import { printReport, shownModules } from './print-report.js';
import { printTiming, readTiming } from './print-timing.js';
import { annotation, reportStale } from './report-stale.js';

/** Runs codegen once. */
export async function runCodegen(options: CodegenOptions, context: CommandContext): Promise<void> {
  const { io } = context;
  const { format, verbose } = options;
  const shortRun = io.expectShortRun();
  const codegen = await loadCodegen(io);
  const stopwatch = options.timing && codegen.createStopwatch();
  const given = { ...generateOptions(options, io), stopwatch, ...shortRun };
  const run = await (options.effects ? codegen.generateWithEffects(given) : codegen.generate(given));
  // The JSON report contains the time spent writing, so it is printed last.
  const reportsTiming = stopwatch !== undefined && format === 'json';
  stopwatch?.enter('print');
  if (!reportsTiming) await printReport(run, { format, verbose, io, codegen });
  stopwatch?.enter('write');
  await updateModules(run, options, { ...context, codegen });
  if (stopwatch === undefined) return;
  const timing = readTiming(stopwatch);
  if (reportsTiming) await printReport(run, { format, io, codegen, timing });
  else printTiming(timing, io.stderr);
}

interface UpdateContext extends CommandContext {
  readonly codegen: CodegenModule;
}

/** Writes the modules of a run, or checks them, and reports what it did. */
async function updateModules(
  run: CodegenRun,
  options: CodegenOptions,
  { codegen, io, setExitCode }: UpdateContext,
): Promise<void> {
  // In the formats for programs, only the report is printed to standard output.
  const stream = options.format === 'pretty' ? io.stdout : io.stderr;
  const say = (text: string) => stream.write(`${text} ${shownModules(run, io.cwd)}.\n`);
  if (!run.ok) {
    io.stderr.write('Nothing was written: correct the errors and run codegen again.\n');
    setExitCode(1);
  } else if (options.check) {
    const { ok, diff, stale } = await codegen.checkModules(run);
    if (ok) {
      say('Fresh:');
      await checkContract(run, options, { io, setExitCode });
      return;
    }
    setExitCode(1);
    const [file = run.manifest.file] = stale;
    reportStale({ file: shownPath(file, io.cwd), diff, options, io });
  } else {
    say((await codegen.writeModules(run)) === 'written' ? 'Wrote' : 'Unchanged:');
  }
}

/** Also checks the lock, if the project has one. Lock and modules come from the same run. */
async function checkContract(
  run: CodegenRun,
  { validators: _validators, format, ...project }: CodegenOptions,
  context: CommandContext,
): Promise<void> {
  const file = lockFileOf(run);
  if (!existsSync(file)) return;
  const { checkLock } = await import('../../contract/check-lock.js');
  const problem = await checkLock(run, commandLine('lock', project), context);
  if (problem === undefined || format !== 'github') return;
  context.io.stdout.write(`${annotation(shownPath(file, context.io.cwd), problem)}\n`);
}
