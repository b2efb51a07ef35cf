import { type Diagnostic, type DiagnosticCode, getRule, type Place } from '@toolwright/program/diagnostics';
import type { EffectStep, Hint, ToolEffects } from '../effect.js';

interface Contradiction {
  readonly code: DiagnosticCode;
  /** The hint as written in the source. */
  readonly written: string;
  readonly does: string;
}

/** How to report a contradicted hint. Hints without an entry are never contradicted. */
const CONTRADICTIONS: Readonly<Partial<Record<Hint, Contradiction>>> = {
  readOnly: { code: 'TW6001', written: 'readOnly: true', does: 'writes files' },
  openWorld: { code: 'TW6002', written: 'openWorld: false', does: 'uses the network' },
  idempotent: { code: 'TW6003', written: 'idempotent: true', does: 'writes a random value' },
};

/**
 * Reports the hints that the code contradicts, with the path to the effect.
 * @param randomWrite The path to the call that writes a random value.
 */
export function reportHints(
  { name, hints, effects }: ToolEffects,
  at: Place,
  randomWrite: readonly EffectStep[],
): Diagnostic[] {
  const pathTo = (wanted: string): readonly EffectStep[] =>
    effects.find(({ effect }) => effect === wanted)?.path ?? [];
  const paths: Readonly<Record<string, readonly EffectStep[]>> = {
    readOnly: pathTo('fs.write'),
    openWorld: pathTo('net'),
    idempotent: randomWrite,
  };
  return hints.flatMap(({ hint, verdict }) => {
    const contradiction = CONTRADICTIONS[hint];
    if (verdict !== 'contradicted' || contradiction === undefined) return [];
    const { code, written, does } = contradiction;
    const { severity, fix } = getRule(code);
    const message = `The tool \`${name}\` declares \`${written}\`, but it ${does}: ${describePath(paths[hint] ?? [])}.`;
    return [{ code, severity, message, hint: fix, ...at, tool: name }];
  });
}

/** Maximum number of calls in a message: the first calls and the last one. */
const MAX_STEPS = 5;

function describePath(path: readonly EffectStep[]): string {
  const shown = path.map(({ file, line, text }) => `\`${text}\` (${file}:${line})`);
  if (shown.length <= MAX_STEPS) return shown.join(' → ');
  return [...shown.slice(0, MAX_STEPS - 1), '…', ...shown.slice(-1)].join(' → ');
}
