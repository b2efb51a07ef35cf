import type { GenerateResult, Severity } from '@toolwright/codegen';
import { type CliIo, type CodegenModule, wantsColor } from './cli-io.js';
import { count } from './count.js';

export const DIAGNOSTIC_FORMATS = ['pretty', 'json', 'github', 'sarif'] as const;
export type Format = (typeof DIAGNOSTIC_FORMATS)[number];

export interface ReportContext {
  readonly format: Format;
  readonly io: CliIo;
  readonly codegen: CodegenModule;
}

/** Prints what codegen found: diagnostics for people to standard error, reports for programs to standard output. */
export function printReport(result: GenerateResult, { format, io, codegen }: ReportContext): void {
  if (format === 'json') {
    io.stdout.write(`${reportJson(result, codegen)}\n`);
    return;
  }
  const { diagnostics, projectDir } = result;
  const stream = format === 'pretty' ? io.stderr : io.stdout;
  const color = wantsColor(stream, io.env);
  const text = codegen.formatDiagnostics(diagnostics, { format, color, projectDir, cwd: io.cwd });
  if (text !== '') stream.write(`${text}\n`);
  if (format === 'pretty' && diagnostics.length > 0) stream.write(`\n${summary(result)}\n`);
}

/** One object; the order of keys and entries is part of the format. */
function reportJson(result: GenerateResult, codegen: CodegenModule): string {
  const tools = result.tools.map(({ name, source: { file, line } }) => ({ name, file, line }));
  const diagnostics: unknown = JSON.parse(codegen.formatDiagnostics(result.diagnostics, { format: 'json' }));
  return JSON.stringify({ tools, diagnostics }, null, 2);
}

function summary({ diagnostics }: GenerateResult): string {
  const number = (severity: Severity) => diagnostics.filter((one) => one.severity === severity).length;
  const parts = (['error', 'warning'] as const).flatMap((severity) =>
    number(severity) > 0 ? [count(number(severity), severity)] : [],
  );
  if (number('info') > 0) parts.push(`${number('info')} for information`);
  return `${parts.join(', ')}.`;
}
