import type { Diagnostic } from '@toolwright/codegen';

const SHOWN_NAMES = 5;

/** Codes that one application may report dozens of times. Each has a function that summarizes its reports in one message. */
const SUMMARIES: Readonly<Record<string, (repeats: readonly Diagnostic[]) => string>> = {
  TW1022: describeNames,
  TW2046: (repeats) =>
    `Built-in objects arrive as text in ${repeats.length} unions that also allow their JSON.`,
};

/** The number of warnings with the same cause from which they are merged: shared and generated types can cause dozens. */
const FOLDED_FROM = 3;

/** Merges the reports of each code in `SUMMARIES`, and warnings that differ only in the names they mention. */
export function summarizeRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const left = Object.entries(SUMMARIES).reduce<readonly Diagnostic[]>(
    (all, [code, describe]) => summarize(all, code, describe),
    diagnostics,
  );
  const groups = new Map<string, Diagnostic[]>();
  for (const one of left) groups.set(causeOf(one), [...(groups.get(causeOf(one)) ?? []), one]);
  return left.flatMap((one) => {
    const group = groups.get(causeOf(one)) ?? [];
    if (one.severity === 'error' || group.length < FOLDED_FROM) return [one];
    return one === group[0] ? [foldedInto(one, group.slice(1))] : [];
  });
}

function causeOf({ code, severity, message }: Diagnostic): string {
  return [code, severity, message.replaceAll(/`[^`]*`/g, '``')].join();
}

function foldedInto(first: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const own = new Set(namesIn(first));
  const names = [...new Set(others.flatMap((one) => namesIn(one).find((name) => !own.has(name)) ?? []))];
  const shown = names.slice(0, SHOWN_NAMES);
  const rest = others.length - shown.length;
  const list = shown.length === 0 ? '' : `: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return {
    ...first,
    message: `${first.message} The same applies to ${others.length} others${list}.`,
    hint: `${first.hint} --verbose lists the locations.`,
  };
}

function namesIn({ message }: Diagnostic): readonly string[] {
  return message.match(/`[^`]*`/g) ?? [];
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
    hint: `${first.hint} --verbose lists the locations.`,
  };
  return [...diagnostics.filter((one) => one.code !== code), summary];
}

function describeNames(repeats: readonly Diagnostic[]): string {
  const tools = new Map<string, number>();
  // The first tool with a given name is not reported.
  for (const { tool = '' } of repeats) tools.set(tool, (tools.get(tool) ?? 1) + 1);
  const names = [...tools].sort(([, a], [, b]) => b - a);
  const shown = names.slice(0, SHOWN_NAMES).map(([name, amount]) => `\`${name}\` (${amount} tools)`);
  const rest = names.length - shown.length;
  const list = `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return names.length === 1
    ? `Several tools have the name ${list}.`
    : `${names.length} names are used by several tools: ${list}.`;
}
