import type { WatchedRun } from '@toolwright/codegen';
import { formatDuration, ToolwrightError } from '@toolwright/contract';
import type { CommandContext } from '../../command-context.js';
import { loadCodegen } from '../../load/load-codegen.js';
import type { CodegenModule } from '../../process/cli-io.js';
import { reportError } from '../../process/report-error.js';
import { type CodegenOptions, generateOptions } from './codegen-options.js';
import { printReport } from './print-report.js';
import { shownModules } from './shown-modules.js';

/**
 * Runs codegen again and again until the user ends it.
 * @throws ToolwrightError `USAGE` with options that make sense for a single run only, `MISSING_PACKAGE` without codegen.
 */
export async function watchCodegen(options: CodegenOptions, context: CommandContext): Promise<void> {
  const { io } = context;
  if (options.check || options.format !== 'pretty') {
    const other = options.check ? '--check' : `--format ${options.format}`;
    throw new ToolwrightError('USAGE', `--watch does not go with ${other}.`, {
      blame: 'user',
      hint: 'Leave one of them out.',
    });
  }
  const codegen = await loadCodegen(io);
  io.stderr.write('Watching; Ctrl+C ends it.\n');
  await codegen.watch(generateOptions(options, io), {
    signal: io.untilInterrupted(),
    onRun: (watched) => report(watched, codegen, context),
  });
}

async function report(watched: WatchedRun, codegen: CodegenModule, { io }: CommandContext): Promise<void> {
  if (watched.kind === 'failed') {
    reportError(watched.error, { io, debug: false });
    return;
  }
  const { run, written, ms } = watched;
  await printReport(run, { format: 'pretty', io, codegen });
  if (!run.ok) {
    io.stderr.write('Nothing was written; it goes on when you have corrected that.\n');
    return;
  }
  const verb = written ? 'Wrote' : 'Unchanged:';
  io.stdout.write(`${verb} ${shownModules(run, io.cwd)} (${formatDuration(Math.max(1, ms))}).\n`);
}
