import type { DiagnosticRule } from './diagnostic-rule.js';
import { diagnosticRules } from './rules.js';

/** Returns the text of docs/diagnostics.md: every code with its severity, explanation and fix. */
export function diagnosticsPage(): string {
  const sections = Object.entries(diagnosticRules)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, rule]) => section(code, rule));
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

/** A separate constant: a line of the page that starts with `import` would otherwise look like an import of this file. */
const IMPORT = "import { tool } from 'toolwright';";

const INTRODUCTION = `# Diagnostics

<!-- Made from the tables in packages/program/src/diagnostics; after a change there, run
     UPDATE_DOCS=1 npm run jest -- packages/program/src/diagnostics -->

Each message of \`toolwright codegen\` and [\`toolwright lint\`](lint.md) has a code, a location, a description and a fix. This page explains the codes:

\`\`\`ts error
// src/calendar.ts
${IMPORT}

/** Book a visit. */
export const book = tool((day: string, notify: () => void): void => notify());
\`\`\`

\`\`\`text
src/calendar.ts:5:40 - error TW2001: \`notify\` is a function, which JSON cannot carry.
  5 | export const book = tool((day: string, notify: () => void): void => notify());
    |                                        ^^^^^^^^^^^^^^^^^^
  fix: Remove it from the parameters. The tool can get it from its class, its module or the \`ToolContext\`.
\`\`\`

| codes  | about                                          |
| ------ | ---------------------------------------------- |
| TW1xxx | tools and their signatures                     |
| TW2xxx | types                                          |
| TW3xxx | documentation and defaults                     |
| TW4xxx | limits of the providers in \`--provider\`        |
| TW5xxx | texts for models, checked by \`toolwright lint\` |
| TW6xxx | hints that the code contradicts                |

An error ends the run with exit code 1, and nothing is written. Warnings and infos do not. \`--format json\`, \`github\` and \`sarif\`
print the same for programs.
`;

function section(code: string, { severity, title, explanation, fix }: DiagnosticRule): string {
  return `## ${code}: ${title}\n\n_${severity[0]?.toUpperCase()}${severity.slice(1)}._ ${explanation}\n\n**Fix:** ${fix}\n`;
}
