import type { CommandContext } from '../../command-context.js';
import { loadCodegen } from '../../load/load-optional.js';
import { type CodegenOptions, generateOptions } from './codegen-options.js';
import { printReport, shownModules, shownPath } from './print-report.js';
import { reportStale } from './report-stale.js';

/** Runs codegen once. */
export async function runCodegen(options: CodegenOptions, context: CommandContext): Promise<void> {
  const { io, setExitCode } = context;
  io.expectShortRun();
  const codegen = await loadCodegen(io);
  const run = await codegen.generate(generateOptions(options, io));
  await printReport(run, { format: options.format, io, codegen });
  // The formats for programs have standard output to themselves.
  const stream = options.format === 'pretty' ? io.stdout : io.stderr;
  const say = (text: string) => stream.write(`${text} ${shownModules(run, io.cwd)}.\n`);
  if (!run.ok) {
    io.stderr.write('Nothing was written: correct the errors and run codegen again.\n');
    setExitCode(1);
  } else if (options.check) {
    const { ok, diff, stale } = await codegen.checkModules(run);
    if (ok) {
      say('Fresh:');
      return;
    }
    setExitCode(1);
    const [file = run.manifest.file] = stale;
    reportStale({ file: shownPath(file, io.cwd), diff, options, io });
  } else {
    say((await codegen.writeModules(run)) === 'written' ? 'Wrote' : 'Unchanged:');
  }
}
