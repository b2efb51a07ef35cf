import type { Diagnostic } from '@toolwright/codegen';

const SHOWN_NAMES = 5;

/** Codes that an application may have dozens of times, and what one report says for all of them. */
const SUMMARIES: Readonly<Record<string, (repeats: readonly Diagnostic[]) => string>> = {
  TW1022: describeNames,
  TW2046: (repeats) =>
    `Built-in objects arrive as text in ${repeats.length} unions that also allow their JSON.`,
};

/** Replaces the reports of each such code with one. */
export function summarizeRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return Object.entries(SUMMARIES).reduce<readonly Diagnostic[]>(
    (left, [code, describe]) => summarize(left, code, describe),
    diagnostics,
  );
}

function summarize(
  diagnostics: readonly Diagnostic[],
  code: string,
  describe: (repeats: readonly Diagnostic[]) => string,
): readonly Diagnostic[] {
  const repeats = diagnostics.filter((one) => one.code === code);
  const [first, second] = repeats;
  if (first === undefined || second === undefined) return diagnostics;
  const summary: Diagnostic = {
    code: first.code,
    severity: first.severity,
    message: describe(repeats),
    hint: `${first.hint} --verbose lists the places.`,
  };
  return [...diagnostics.filter((one) => one.code !== code), summary];
}

function describeNames(repeats: readonly Diagnostic[]): string {
  const tools = new Map<string, number>();
  // The first tool of a name has no report.
  for (const { tool = '' } of repeats) tools.set(tool, (tools.get(tool) ?? 1) + 1);
  const names = [...tools].sort(([, a], [, b]) => b - a);
  const shown = names.slice(0, SHOWN_NAMES).map(([name, amount]) => `\`${name}\` (${amount} tools)`);
  const rest = names.length - shown.length;
  const list = `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return names.length === 1
    ? `Several tools have the name ${list}.`
    : `${names.length} names are used by several tools: ${list}.`;
}
