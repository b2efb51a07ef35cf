import { escapeSegment } from '@toolwright/json';
import type { Verdict } from '../../contains/verdict.js';
import { orderedJson } from '../ordered-json.js';
import type { Fits, FoundChange } from './contract-change.js';
import { meaningEdits } from './meaning-edits.js';
import { openObjects } from './open-objects.js';
import { placeIn, type Written } from './place.js';
import { type SchemaEdit, schemaEdits } from './schema-edits.js';

/** Whether a schema describes a tool's input or output, which determines which changes are breaking. */
export type SchemaSideName = 'input' | 'output';

/**
 * Returns the differences between two schemas of a tool. Compatible parameters may accept more values, and compatible results may have
 * fewer values or additional members. Undecided differences are treated as breaking.
 */
export function diffSchemas(
  before: object,
  after: object,
  side: SchemaSideName,
  fits: Fits,
): readonly FoundChange[] {
  try {
    if (orderedJson(before) === orderedJson(after)) return [];
    return judgeEdits(before, after, side, fits);
  } catch (error) {
    // Copying and printing JSON recurse into it.
    if (!(error instanceof RangeError)) throw error;
    const message = 'the schema changed, and is nested too deeply to compare';
    return [{ side, path: ROOTS[side], verdict: 'breaking', message }];
  }
}

const ROOTS = { input: '/parameters', output: '/output' } as const;

function judgeEdits(before: object, after: object, side: SchemaSideName, fits: Fits): readonly FoundChange[] {
  const isKept = (later: object): Verdict =>
    side === 'input' ? fits(before, later) : fits(later, openObjects(before));
  const whole = isKept(after);
  const definitions = adoptedDefinitions(after);
  const edits = schemaEdits({ ...before }, { ...after }, adopt);
  let judged = 0;
  const changes = edits.map((edit): FoundChange => {
    const { message } = edit;
    const place = { side, path: pointerTo(side, edit.path) };
    if (edit.kind === 'text') return { ...place, verdict: 'model-visible', message };
    if (edit.kind === 'default') {
      const isBreaking = side === 'input' && edit.isObserved;
      return { ...place, verdict: isBreaking ? 'breaking' : 'model-visible', message };
    }
    if (whole.answer === 'yes') return { ...place, verdict: 'compatible', message };
    judged += 1;
    const verdict = judged > MAX_JUDGED ? whole : isKept(withEdit(before, edit, definitions));
    if (verdict.answer === 'yes') return { ...place, verdict: 'compatible', message };
    return {
      ...place,
      ...breaking(message, [verdict, whole], (example) => isStill(example, after, side, fits)),
    };
  });
  if (side === 'input') changes.push(...judgeMeanings(before, after, changes, fits));
  if (
    whole.answer === 'yes' ||
    changes.some(({ verdict, path }) => verdict === 'breaking' && !path.endsWith('/default'))
  )
    return changes;
  return [...changes, { side, path: ROOTS[side], ...breaking(WHOLE[side], [whole], () => true) }];
}

/** Compares how validation converts arguments. For example, a caller that relied on a changed default now gets another value. */
function judgeMeanings(
  before: object,
  after: object,
  found: readonly FoundChange[],
  fits: Fits,
): readonly FoundChange[] {
  const known = new Set(found.map(({ path }) => path));
  return meaningEdits({ ...before }, { ...after }).flatMap((edit): readonly FoundChange[] => {
    const { kind, message } = edit;
    const place = { side: 'input', path: pointerTo('input', edit.path), message } as const;
    if (kind === 'repair') return [{ ...place, verdict: 'model-visible' }];
    if (kind === 'default') return known.has(place.path) ? [] : [{ ...place, verdict: 'breaking' }];
    const verdict = fits(withNull(before, edit.at), before);
    return [{ ...place, verdict: 'breaking', ...(verdict.answer === 'no' && { example: verdict.example }) }];
  });
}

/** Returns a copy of the earlier schema in which one member accepts only null. */
function withNull(before: object, at: readonly string[]): object {
  const draft: Written = structuredClone({ ...before });
  const node = placeIn(draft, at);
  for (const keyword of Object.keys(node)) delete node[keyword];
  node.type = 'null';
  return draft;
}

const WHOLE = {
  input: 'combined, the changes refuse arguments that were valid before',
  output: 'combined, the changes allow results that were not possible before',
} as const;

/** The maximum number of differences to judge separately. Further differences get the verdict of the whole comparison. */
const MAX_JUDGED = 20;

function breaking(message: string, verdicts: readonly Verdict[], isRight: (example: unknown) => boolean) {
  for (const verdict of verdicts) {
    if (verdict.answer === 'no' && isRight(verdict.example))
      return { verdict: 'breaking', message, example: verdict.example } as const;
  }
  const unknown = verdicts.find((verdict) => verdict.answer === 'unknown');
  const reason = unknown?.answer === 'unknown' ? ` (not decided: ${unknown.reason})` : '';
  return { verdict: 'breaking', message: `${message}${reason}` } as const;
}

/** Whether an example of one difference is also an example of all differences together. */
function isStill(example: unknown, after: object, side: SchemaSideName, fits: Fits): boolean {
  return fits({ const: example }, after).answer === (side === 'input' ? 'no' : 'yes');
}

function withEdit(
  before: object,
  edit: Extract<SchemaEdit, { kind: 'shape' }>,
  definitions: Written,
): object {
  const draft: Written = structuredClone({ ...before });
  edit.apply(draft);
  const own: unknown = draft.$defs;
  return { ...draft, $defs: { ...(typeof own === 'object' ? own : {}), ...definitions } };
}

const PREFIX = 'later:';

/** Renames references to definitions. Matches only keywords, because JSON escapes quotes inside strings. */
function adopt(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part).replaceAll('"$ref":"#/$defs/', `"$ref":"#/$defs/${PREFIX}`));
}

function adoptedDefinitions(schema: object): Written {
  const { $defs = {} }: { $defs?: object } = schema;
  return Object.fromEntries(Object.entries($defs).map(([name, part]) => [`${PREFIX}${name}`, adopt(part)]));
}

function pointerTo(side: SchemaSideName, segments: readonly string[]): string {
  return [ROOTS[side], ...segments.map(escapeSegment)].join('/');
}
