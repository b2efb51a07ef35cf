import type { Diagnostic } from './diagnostic.js';
import type { Severity } from './diagnostic-rule.js';
import { printable } from './printable.js';
import { type PathOptions, printedPath } from './printed-path.js';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Workflow commands, one a line, which GitHub Actions shows beside the source.
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function formatGithub(diagnostics: readonly Diagnostic[], paths: PathOptions): string {
  return diagnostics.map((diagnostic) => annotation(diagnostic, paths)).join('\n');
}

function annotation(diagnostic: Diagnostic, paths: PathOptions): string {
  const { code, severity, message, hint, file, line, column, length } = diagnostic;
  const place =
    file === undefined
      ? {}
      : {
          file: printable(printedPath(file, paths)),
          line,
          col: column,
          endColumn: column === undefined || length === undefined ? undefined : column + length,
        };
  const properties = Object.entries({ ...place, title: code })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${COMMANDS[severity]} ${properties.join(',')}::${escapeData(printable(`${message} ${hint}`))}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
