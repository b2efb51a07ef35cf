import type { Diagnostic } from './diagnostic.js';
import type { Severity } from './diagnostic-rule.js';
import type { DiagnosticCode } from './rules.js';
import { getRule } from './rules.js';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/**
 * Formats diagnostics as a SARIF 2.1.0 log with one run.
 * @param pathOf Returns the path to print for a file.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function formatSarif(diagnostics: readonly Diagnostic[], pathOf: (file: string) => string): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'toolwright', rules: codes.map(rule) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((diagnostic) => result(diagnostic, codes, pathOf)),
      },
    ],
  };
  return JSON.stringify(log, null, 2);
}

function rule(id: DiagnosticCode): object {
  const { title, explanation, fix, severity } = getRule(id);
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: explanation },
    help: { text: fix },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function result(
  diagnostic: Diagnostic,
  codes: readonly DiagnosticCode[],
  pathOf: (file: string) => string,
): object {
  const { code, severity, message, hint, file } = diagnostic;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text: `${message} ${hint}` },
    ...(file === undefined
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(pathOf(file)) },
                ...region(diagnostic),
              },
            },
          ],
        }),
  };
}

function region({ line, column, length }: Diagnostic): object {
  if (line === undefined) return {};
  if (column === undefined) return { region: { startLine: line } };
  return { region: { startLine: line, startColumn: column, endColumn: column + (length ?? 1) } };
}
