import type { CodegenRun, Diagnostic, Severity } from '@toolwright/codegen';
import { formatCount, wantsColor } from '@toolwright/contract';
import type { CliIo, CodegenModule } from '../../process/cli-io.js';
import { shownPath } from '../../project/shown-path.js';
import type { Timing } from './print-timing.js';
import { summarizeRepeats } from './summarize-repeats.js';

export const DIAGNOSTIC_FORMATS = ['pretty', 'json', 'github', 'sarif'] as const;
export type Format = (typeof DIAGNOSTIC_FORMATS)[number];

export interface ReportContext {
  readonly format: Format;
  /** Whether `pretty` lists every location of repeated diagnostics. The other formats always do. */
  readonly verbose?: boolean | undefined;
  readonly io: CliIo;
  readonly codegen: CodegenModule;
  /** Only for `json`. */
  readonly timing?: Timing | undefined;
}

/** Prints the results of codegen: diagnostics for people to standard error, reports for programs to standard output. */
export async function printReport(
  run: CodegenRun,
  { format, verbose, io, codegen, timing }: ReportContext,
): Promise<void> {
  if (format === 'json') {
    io.stdout.write(`${await reportJson(run, codegen, timing)}\n`);
    return;
  }
  const { projectDir, sourceLine } = run;
  const diagnostics = format === 'pretty' && !verbose ? summarizeRepeats(run.diagnostics) : run.diagnostics;
  if (format === 'pretty' && diagnostics.length === 0) return;
  const stream = format === 'pretty' ? io.stderr : io.stdout;
  const color = wantsColor(stream, io.env);
  const options = { format, color, projectDir, cwd: io.cwd, sourceLine };
  const text = await codegen.printDiagnostics(diagnostics, options);
  if (text !== '') stream.write(`${text}\n`);
  if (format === 'pretty') stream.write(`\n${summary(diagnostics)}\n`);
}

/** Formats the report as one object. The order of keys and entries is part of the format. */
async function reportJson(
  { tools, diagnostics: found }: CodegenRun,
  codegen: CodegenModule,
  timing: Timing | undefined,
): Promise<string> {
  const diagnostics: unknown = JSON.parse(await codegen.printDiagnostics(found, { format: 'json' }));
  return JSON.stringify({ tools, diagnostics, timing }, null, 2);
}

/** Counts diagnostics by severity, e.g. `1 error, 2 warnings.` */
export function summary(diagnostics: readonly Diagnostic[]): string {
  const number = (severity: Severity) => diagnostics.filter((one) => one.severity === severity).length;
  const parts = (['error', 'warning'] as const).flatMap((severity) =>
    number(severity) > 0 ? [formatCount(number(severity), severity)] : [],
  );
  if (number('info') > 0) parts.push(`${number('info')} informational`);
  return `${parts.join(', ')}.`;
}

/** Describes the modules of a run and their content, e.g. `src/toolwright.gen.ts, 2 tools`. */
export function shownModules(
  { manifest, validators, toolCount, resources, schemas }: CodegenRun,
  cwd: string,
): string {
  const modules = validators.hash === undefined ? [manifest] : [manifest, validators];
  const files = modules.map(({ file }) => shownPath(file, cwd)).join(' and ');
  const parts = [
    ...(toolCount > 0 || schemas.length + resources.length === 0 ? [formatCount(toolCount, 'tool')] : []),
    ...(resources.length > 0 ? [formatCount(resources.length, 'resource')] : []),
    ...(schemas.length > 0 ? [formatCount(schemas.length, 'schema')] : []),
  ];
  return `${files}, ${parts.join(parts.length > 2 ? ', ' : ' and ')}`;
}
