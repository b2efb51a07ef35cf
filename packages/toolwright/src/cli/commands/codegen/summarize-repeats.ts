import type { Diagnostic } from '@toolwright/codegen';

const SHOWN_NAMES = 5;

/** Replaces the reports of repeated tool names, of which an application may have dozens, with one. */
export function summarizeRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const repeats = diagnostics.filter(isRepeat);
  const [first, second] = repeats;
  if (first === undefined || second === undefined) return diagnostics;
  const summary: Diagnostic = {
    code: first.code,
    severity: first.severity,
    message: describe(repeats),
    hint: `${first.hint} --verbose lists the places.`,
  };
  return [...diagnostics.filter((one) => !isRepeat(one)), summary];
}

function isRepeat({ code }: Diagnostic): boolean {
  return code === 'TW1022';
}

function describe(repeats: readonly Diagnostic[]): string {
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
