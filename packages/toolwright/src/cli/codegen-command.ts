import path from 'node:path';
import type { CodegenRun } from '@toolwright/codegen';
import { type Command, Option } from 'commander';
import type { CodegenModule } from './cli-io.js';
import type { CommandContext } from './command-context.js';
import { count } from './count.js';
import { loadCodegen } from './load-codegen.js';
import { DIAGNOSTIC_FORMATS, printReport } from './print-report.js';
import { addProjectOptions } from './project-options.js';
import type { CodegenOptions } from './report-stale.js';

const EXAMPLES = `
Examples:
  $ toolwright codegen
  $ toolwright codegen --project packages/api --out src/tools.gen.ts
  $ toolwright codegen --exclude "src/legacy/**"
  $ toolwright codegen --check --format github
  $ toolwright codegen --validators

It never runs the project's code. After errors nothing is written. Exit codes:
0, 1 after errors or when --check finds a stale file, 2 when the arguments make
no sense.`;

export function addCodegenCommand(program: Command, context: CommandContext): void {
  addProjectOptions(program.command('codegen'))
    .description('read the tools of a project and write the module that describes them')
    .option('-o, --out <file>', 'the module to write, from the project (default: "src/toolwright.gen.ts")')
    .option(
      '--validators',
      'also write validators as code: no AJV, no compiling, no generated code at run time',
    )
    .option('--provider <names>', 'report what these lose or refuse: openai-strict,gemini,…', splitNames)
    .option('--check', 'write nothing; fail with a diff when the module is stale')
    .addOption(
      new Option('--format <format>', 'of the diagnostics').choices(DIAGNOSTIC_FORMATS).default('pretty'),
    )
    .addHelpText('after', EXAMPLES)
    .action((options: CodegenOptions) => runCodegen(options, context));
}

function splitNames(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

async function runCodegen(options: CodegenOptions, context: CommandContext): Promise<void> {
  const { io, setExitCode } = context;
  const codegen = await loadCodegen(io);
  const { provider: providers, ...shared } = options;
  const { project, out, include, exclude, validators, cache } = shared;
  const run = await codegen.generate({
    cwd: io.cwd,
    project,
    out,
    include,
    exclude,
    providers,
    validators,
    cache,
  });
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
  say(`${verb} ${shownFiles(run, io.cwd)}, ${count(run.tools.length, 'tool')}.`, options, io);
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
    say(`Fresh: ${shownFiles(run, io.cwd)}, ${count(run.tools.length, 'tool')}.`, options, io);
    return;
  }
  setExitCode(1);
  const { reportStale } = await import('./report-stale.js');
  const [file = run.manifest.file] = stale;
  reportStale({ file: shown(file, io.cwd), diff, options, io });
}

function say(text: string, options: CodegenOptions, io: CommandContext['io']): void {
  const stream = options.format === 'pretty' ? io.stdout : io.stderr;
  stream.write(`${text}\n`);
}

function shownFiles({ manifest, validators }: CodegenRun, cwd: string): string {
  const modules = validators.hash === undefined ? [manifest] : [manifest, validators];
  return modules.map(({ file }) => shown(file, cwd)).join(' and ');
}

function shown(file: string, cwd: string): string {
  return path.relative(cwd, file).replaceAll('\\', '/');
}
