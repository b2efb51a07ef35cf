import type { Diagnostic } from './diagnostic.js';
import type { FormatOptions } from './format.js';

/**
 * Prints diagnostics for people (`pretty`), programs (`json`), GitHub's annotations (`github`) or code scanning (`sarif`); ends without
 * a line break. The formats are loaded at the first call: most runs have nothing to print.
 */
export async function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  options: FormatOptions = {},
): Promise<string> {
  const { formatDiagnostics } = await import('./format.js');
  return formatDiagnostics(diagnostics, options);
}
