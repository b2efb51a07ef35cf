import type { ToolOptions } from '@toolwright/contract';
import {
  type Effect,
  HINTS,
  type Hint,
  type HintCheck,
  type HintSuggestion,
  type Verdict,
} from '../effect.js';

/** Facts about the code of a tool. */
export interface CodeFacts {
  readonly effects: ReadonlySet<Effect>;
  readonly writesRandom: boolean;
}

/** Effects that may change something, or hide a change. */
const CHANGES: readonly Effect[] = ['fs.write', 'net', 'process', 'db', 'eval', 'state', 'unknown'];
/** Effects that may reach outside the program, or hide that. */
const LEAVES: readonly Effect[] = ['net', 'process', 'db', 'eval', 'unknown'];

export function checkHints(options: ToolOptions, facts: CodeFacts): HintCheck[] {
  return HINTS.flatMap((hint) => {
    const value = options[hint];
    return value === undefined ? [] : [{ hint, value, verdict: VERDICTS[hint](value, facts) }];
  });
}

/** Returns the hints that a tool lacks although its code proves them. */
export function suggestHints(options: ToolOptions, facts: CodeFacts): HintSuggestion[] {
  const { effects } = facts;
  const found: HintSuggestion[] = [];
  const add = (hint: Hint, value: boolean): void => {
    if (options[hint] === undefined) found.push({ hint, value });
  };
  const isTrusted = !saysMore(options, facts);
  if (effects.has('fs.write')) add('readOnly', false);
  else if (isTrusted && !meets(effects, CHANGES)) add('readOnly', true);
  if (effects.has('net')) add('openWorld', true);
  else if (isTrusted && !meets(effects, LEAVES)) add('openWorld', false);
  return found;
}

/** Whether the source states a change or a way out where the code has none: its author knows of something that the analysis does not see. */
function saysMore(
  { readOnly, destructive, idempotent, openWorld }: ToolOptions,
  { effects }: CodeFacts,
): boolean {
  const changes = readOnly === false || destructive === true || idempotent === false;
  return (changes && !meets(effects, CHANGES)) || (openWorld === true && !meets(effects, LEAVES));
}

/** One verdict function per hint. Only effects that the code certainly has contradict a hint, and a cautious hint is never contradicted. */
const VERDICTS: Readonly<Record<Hint, (value: boolean, facts: CodeFacts) => Verdict>> = {
  readOnly: (value, { effects }) => {
    if (!value) return supportedIf(effects.has('fs.write'));
    return effects.has('fs.write') ? 'contradicted' : supportedIf(!meets(effects, CHANGES));
  },
  destructive: (value, { effects }) =>
    supportedIf(value ? effects.has('fs.write') : !meets(effects, CHANGES)),
  idempotent: (value, { effects, writesRandom }) => {
    if (!value) return supportedIf(writesRandom);
    return writesRandom ? 'contradicted' : supportedIf(!meets(effects, CHANGES));
  },
  openWorld: (value, { effects }) => {
    if (value) return supportedIf(effects.has('net'));
    return effects.has('net') ? 'contradicted' : supportedIf(!meets(effects, LEAVES));
  },
};

function supportedIf(holds: boolean): Verdict {
  return holds ? 'supported' : 'unknown';
}

function meets(effects: ReadonlySet<Effect>, some: readonly Effect[]): boolean {
  return some.some((effect) => effects.has(effect));
}
