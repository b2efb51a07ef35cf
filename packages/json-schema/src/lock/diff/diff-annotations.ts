import { deepEqual, escapeSegment } from '@toolwright/json';
import { showValue } from '../show-value.js';
import type { ChangeVerdict, FoundChange } from './contract-change.js';

/** Returns the differences between the annotations of two versions of a tool. */
export function diffAnnotations(before: object, after: object): readonly FoundChange[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((name): readonly FoundChange[] => {
    const [one, other] = [was.get(name), is.get(name)];
    if (deepEqual(one, other)) return [];
    return [
      {
        side: 'annotation',
        path: `/annotations/${escapeSegment(name)}`,
        verdict: verdictOn(name, one, other),
        message: `\`${name}\` was ${shown(one)} and is ${shown(other)}`,
      },
    ];
  });
}

function shown(value: unknown): string {
  return value === undefined ? 'not set' : showValue(value);
}

type Rule = (was: unknown, is: unknown) => boolean;

const isLost: Rule = (was, is) => was === true && is !== true;
const isGained: Rule = (was, is) => was !== true && is === true;
/** Whether a tool may have become risky. A tool without the annotation may have the risk. */
const isRisked: Rule = (was, is) => isGained(was, is) || (was === false && is !== false);

/** Annotations that callers rely on, each with the rule for a breaking change. */
const BREAKING: Readonly<Record<string, Rule>> = {
  readOnly: isLost,
  destructive: isRisked,
  openWorld: isRisked,
  needsApproval: isLost,
  timeoutMs: (was, is) => typeof is === 'number' && (typeof was !== 'number' || is < was),
  // The MCP names. In MCP, a tool without these hints may be destructive and access external systems.
  readOnlyHint: isLost,
  destructiveHint: (was, is) => was === false && is !== false,
  openWorldHint: (was, is) => was === false && is !== false,
};

/** Annotations that models see, that clients display, or that are used to select tools. */
const VISIBLE: ReadonlySet<string> = new Set(['title', 'deprecated', 'tags']);

function verdictOn(name: string, was: unknown, is: unknown): ChangeVerdict {
  if (VISIBLE.has(name)) return 'model-visible';
  const rule = Object.hasOwn(BREAKING, name) ? BREAKING[name] : undefined;
  if (rule === undefined) return COMPATIBLE.has(name) ? 'compatible' : 'breaking';
  return rule(was, is) ? 'breaking' : 'compatible';
}

/** Annotations whose changes break no caller. Changes to unknown annotations are breaking. */
const COMPATIBLE: ReadonlySet<string> = new Set(['idempotent', 'idempotentHint']);
