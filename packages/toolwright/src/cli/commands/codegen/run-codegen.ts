import type { CodegenRun } from '@toolwright/codegen';
import type { CommandContext } from '../../command-context.js';
import { loadCodegen } from '../../load/load-codegen.js';
import type { CodegenModule } from '../../process/cli-io.js';
import { type CodegenOptions, generateOptions } from './codegen-options.js';
import { printReport } from './print-report.js';
import { reportStale } from './report-stale.js';
import { shownModules, shownPath } from './shown-modules.js';

/** Runs codegen once, as the command line says. */
export async function runCodegen(options: CodegenOptions, context: CommandContext): Promise<void> {
  const { io, setExitCode } = context;
  io.expectShortRun();
  const codegen = await loadCodegen(io);
  const run = await codegen.generate(generateOptions(options, io));
  await printReport(run, { format: options.format, io, codegen });
  if (!run.ok) {
    io.stderr.write('Nothing was written: correct the errors and run codegen again.\n');
    setExitCode(1);
  } else if (options.check) {
    await checkFile(codegen, run, options, context);
  } else {
    await writeFile(codegen, run, options, context);
  }
}

async function writeFile(
  codegen: CodegenModule,
  run: CodegenRun,
  options: CodegenOptions,
  { io }: CommandContext,
): Promise<void> {
  const verb = (await codegen.writeModules(run)) === 'written' ? 'Wrote' : 'Unchanged:';
  say(`${verb} ${shownModules(run, io.cwd)}.`, options, io);
}

async function checkFile(
  codegen: CodegenModule,
  run: CodegenRun,
  options: CodegenOptions,
  context: CommandContext,
): Promise<void> {
  const { io, setExitCode } = context;
  const { ok, diff, stale } = await codegen.checkModules(run);
  if (ok) {
    say(`Fresh: ${shownModules(run, io.cwd)}.`, options, io);
    return;
  }
  setExitCode(1);
  const [file = run.manifest.file] = stale;
  reportStale({ file: shownPath(file, io.cwd), diff, options, io });
}

function say(text: string, options: CodegenOptions, io: CommandContext['io']): void {
  const stream = options.format === 'pretty' ? io.stdout : io.stderr;
  stream.write(`${text}\n`);
}
