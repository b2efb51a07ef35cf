import type { Diagnostic } from './diagnostic.js';
import type { FormatOptions } from './format.js';
import { printedPath } from './printed-path.js';

/**
 * Prints diagnostics for people (`pretty`), programs (`json`), GitHub's annotations (`github`) or code scanning (`sarif`), without a
 * trailing line break. Formats are loaded on first use, because most runs print nothing.
 */
export async function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  { format, ...options }: FormatOptions = {},
): Promise<string> {
  if (format === 'sarif') {
    const { formatSarif } = await import('./sarif.js');
    const { cwd = process.cwd(), projectDir = cwd } = options;
    return formatSarif(diagnostics, (file) => printedPath(file, { projectDir, cwd }));
  }
  const { formatDiagnostics } = await import('./format.js');
  return formatDiagnostics(diagnostics, { ...options, format });
}
