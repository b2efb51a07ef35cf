import type { ts } from 'ts-morph';
import type { Collector } from '../diagnostics/collector.js';
import type { Compiler } from './compiler.js';

/** Reports the first syntax error of each file. Later errors are usually consequences of the first. */
export function reportSyntaxErrors(
  files: readonly ts.SourceFile[],
  { ts, program }: Compiler,
  collector: Collector,
): void {
  for (const source of files) {
    const [error] = program.getSyntacticDiagnostics(source);
    if (error === undefined) continue;
    const message = ts.flattenDiagnosticMessageText(error.messageText, ' ');
    collector.reportAt({
      code: 'TW1001',
      source,
      start: error.start,
      end: error.start + error.length,
      message,
    });
  }
}
