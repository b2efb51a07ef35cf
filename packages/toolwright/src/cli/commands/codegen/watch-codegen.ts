import type { WatchedRun } from '@toolwright/codegen';
import { formatDuration } from '@toolwright/contract';
import type { CommandContext } from '../../command-context.js';
import { loadCodegen } from '../../load/load-optional.js';
import type { CodegenModule } from '../../process/cli-io.js';
import { reportError } from '../../process/report-error.js';
import { type CodegenOptions, generateOptions } from './codegen-options.js';
import { printReport, shownModules } from './print-report.js';

/** Runs codegen after each change until the user stops it. @throws ToolwrightError `MISSING_PACKAGE` if codegen is not installed */
export async function watchCodegen(options: CodegenOptions, context: CommandContext): Promise<void> {
  const { io } = context;
  const codegen = await loadCodegen(io);
  io.stderr.write('Watching for changes. Press Ctrl+C to stop.\n');
  await codegen.watch(generateOptions(options, io), {
    signal: io.untilInterrupted(),
    onRun: (watched) => report(watched, options, codegen, context),
  });
}

async function report(
  watched: WatchedRun,
  { verbose }: CodegenOptions,
  codegen: CodegenModule,
  { io }: CommandContext,
): Promise<void> {
  if (watched.kind === 'failed') {
    reportError(watched.error, { io, debug: false });
    return;
  }
  const { run, written, ms } = watched;
  await printReport(run, { format: 'pretty', verbose, io, codegen });
  if (!run.ok) {
    io.stderr.write('Nothing was written. Waiting for changes.\n');
    return;
  }
  const verb = written ? 'Wrote' : 'Unchanged:';
  io.stdout.write(`${verb} ${shownModules(run, io.cwd)} (${formatDuration(Math.max(1, ms))}).\n`);
}
