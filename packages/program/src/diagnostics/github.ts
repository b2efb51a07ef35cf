import { formatWorkflowCommand } from '@toolwright/contract';
import type { Diagnostic } from './diagnostic.js';
import type { Severity } from './diagnostic-rule.js';
import { printable } from './printable.js';
import { type PathOptions, printedPath } from './printed-path.js';

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const satisfies Record<
  Severity,
  string
>;

/** Prints one workflow command per line. GitHub Actions shows them next to the source. */
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
  return formatWorkflowCommand({
    command: COMMANDS[severity],
    properties: { ...place, title: code },
    message: printable(`${message} ${hint}`),
  });
}
