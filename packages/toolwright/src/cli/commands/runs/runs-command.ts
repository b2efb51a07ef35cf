import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatCount } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import type { TimelineRun } from '@toolwright/studio';
import type { Command } from '../../args/command.js';
import { parseCount } from '../../args/whole-number.js';
import type { CommandContext } from '../../command-context.js';
import { loadOptional } from '../../load/load-optional.js';
import { userError } from '../../user-error.js';
import { printRun } from './print-run.js';

const EXAMPLES = `
Examples:
  $ toolwright runs events.jsonl
  $ toolwright runs events.jsonl --last 1
  $ toolwright runs events.jsonl --run 3f0c
  $ toolwright runs events.jsonl --json | jq ".[].steps[].name"

Reads a log written by createJsonLogger, and prints each run as a tree: model
calls, tool calls with their arguments and results, and sub-agent runs within
the calls that started them. Damaged lines are skipped and counted.`;

interface RunsOptions {
  readonly run?: string;
  readonly last?: number;
  readonly json?: true;
}

export const runsCommand: Command<RunsOptions> = {
  description: 'print the runs of a JSON-lines log as trees',
  parameters: [['<log>', 'a file written by createJsonLogger']],
  options: [
    ['--run <id>', 'only this run; the start of its id is sufficient'],
    ['--last <count>', 'only the latest runs', { parse: parseCount }],
    ['--json', 'print an array'],
  ],
  notes: EXAMPLES,
  run: (options, [log = ''], context) => printRuns(log, options, context),
};

async function printRuns(log: string, options: RunsOptions, { io }: CommandContext): Promise<void> {
  const { readLog, timelineOf } = await loadOptional(
    '@toolwright/studio',
    () => import('@toolwright/studio'),
    'npm install --save-dev',
  );
  const file = path.resolve(io.cwd, log);
  if (!existsSync(file)) throw userError('USAGE', `The file ${file} does not exist.`, HINT);
  const { entries, skipped } = await readLog(file);
  const runs = select(timelineOf(entries), options);
  if (options.json) io.stdout.write(`${JSON.stringify(runs, null, 2)}\n`);
  else {
    const { redact } = createRedaction({ env: io.env });
    for (const run of runs) io.stdout.write(`${printRun(run, io, redact)}\n`);
  }
  if (skipped > 0) io.stderr.write(`${formatCount(skipped, 'line')} skipped: damaged, or not events.\n`);
  if (!options.json) io.stderr.write(`${formatCount(runs.length, 'run')}.\n`);
}

const HINT = 'Pass a file that a program writes with createJsonLogger.';

/** Selects runs. @throws ToolwrightError `USAGE` for a run that is not in the log */
function select(runs: readonly TimelineRun[], { run: id, last }: RunsOptions): readonly TimelineRun[] {
  const found = id === undefined ? runs : runs.filter(({ runId }) => runId.startsWith(id));
  if (id !== undefined && found.length === 0) {
    throw userError('USAGE', `The log has no run '${id}'.`, 'Omit --run to see all.');
  }
  return last === undefined ? found : found.slice(-last);
}
