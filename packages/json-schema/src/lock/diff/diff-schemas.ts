import { escapeSegment } from '@toolwright/json';
import type { Verdict } from '../../contains/verdict.js';
import { orderedJson } from '../ordered-json.js';
import type { Fits, FoundChange } from './contract-change.js';
import { meaningEdits } from './meaning-edits.js';
import { openObjects } from './open-objects.js';
import { placeIn, type Written } from './place.js';
import { type SchemaEdit, schemaEdits } from './schema-edits.js';

/** Whether a schema is a tool's input or output, which decides how others rely on it. */
export type SchemaSideName = 'input' | 'output';

/**
 * The differences between two schemas of a tool. Parameters may accept more, and results may have fewer values; readers accept additional
 * members in results. Undecided differences count as breaking.
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
    const message = 'the schema has changed, and is nested too deeply to be compared';
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

/** Compares how validation converts what a model sends: a caller who relied on a default that has changed gets another value. */
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

/** The earlier schema, in which one member accepts only null. */
function withNull(before: object, at: readonly string[]): object {
  const draft: Written = structuredClone({ ...before });
  const node = placeIn(draft, at);
  for (const keyword of Object.keys(node)) delete node[keyword];
  node.type = 'null';
  return draft;
}

const WHOLE = {
  input: 'together, the changes refuse arguments that were valid before',
  output: 'together, the changes allow results that were not possible before',
} as const;

/** Later differences get the verdict on the whole. */
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

/** JSON escapes quotes inside strings, so this matches only keywords. */
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
