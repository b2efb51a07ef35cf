import type { DiagnosticRule } from './diagnostic-rule.js';
import { diagnosticRules } from './rules.js';

/** docs/diagnostics.md: every code with its severity, what it means and the fix. */
export function diagnosticsPage(): string {
  const sections = Object.entries(diagnosticRules)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, rule]) => section(code, rule));
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

const INTRODUCTION = `# Diagnostics

<!-- Made from the tables in tools-codegen/src/diagnostics; after a change there, run
     UPDATE_DOCS=1 npm run jest -- tools-codegen/src/diagnostics -->

\`toolwright codegen\` says what it found as \`TW\` and four digits, with the place in the source, one sentence and a fix. Errors end
the run with exit code 1 and nothing is written; warnings and infos do not. \`--format json\`, \`github\` and \`sarif\` print the same
for programs. TW1xxx are about finding tools and their signatures, TW2xxx about types, TW3xxx about documentation and defaults, TW4xxx about what the
providers named with \`--provider\` make of a tool.
`;

function section(code: string, { severity, title, explanation, fix }: DiagnosticRule): string {
  return `## ${code}: ${title}\n\n_${severity[0]?.toUpperCase()}${severity.slice(1)}._ ${explanation}\n\n**Fix:** ${fix}\n`;
}
