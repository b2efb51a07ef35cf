import { deepEqual, escapeSegment } from '@toolwright/json';
import { showValue } from '../show-value.js';
import type { LockedTool } from '../tool-lock.js';
import type { ChangeVerdict, FoundChange } from './contract-change.js';

/**
 * Returns the differences between the annotations of two versions of a tool. A proved hint counts like a stated one, because clients see
 * both.
 */
export function diffAnnotations(before: Hinted, after: Hinted): readonly FoundChange[] {
  const [was, is] = [annotationsOf(before), annotationsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((name): readonly FoundChange[] => {
    const [one, other] = [was.get(name), is.get(name)];
    if (deepEqual(one, other)) return [];
    return [
      {
        side: 'annotation',
        path: `/${other?.proved === true ? 'proved' : 'annotations'}/${escapeSegment(name)}`,
        verdict: verdictOn(name, one?.value, other?.value),
        message: `\`${name}\` was ${shown(one)} and is ${shown(other)}`,
      },
    ];
  });
}

type Hinted = Pick<LockedTool, 'annotations' | 'proved'>;

interface Annotation {
  readonly value: unknown;
  readonly proved?: true;
}

/** The source wins where both say something. */
function annotationsOf({ annotations, proved = {} }: Hinted): Map<string, Annotation> {
  return new Map<string, Annotation>([
    ...Object.entries(proved).map(([name, value]) => [name, { value, proved: true }] as const),
    ...Object.entries(annotations).map(([name, value]) => [name, { value }] as const),
  ]);
}

function shown(annotation: Annotation | undefined): string {
  if (annotation === undefined) return 'not set';
  return `${showValue(annotation.value)}${annotation.proved === true ? ' (proved)' : ''}`;
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
