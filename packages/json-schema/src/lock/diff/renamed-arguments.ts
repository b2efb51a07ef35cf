import { isRecord } from '@toolwright/contract';
import { deepEqual, escapeSegment } from '@toolwright/json';
import { referencesIn } from '../../document/cycles.js';
import { showValue } from '../show-value.js';
import type { LockedTool } from '../tool-lock.js';
import type { Fits, FoundChange } from './contract-change.js';
import { findMovedArguments } from './moved-arguments.js';

/** A tool's earlier parameters, under the argument names of the later tool. */
export interface RenamedArguments {
  readonly parameters: object;
  /** The renames that `@was` declares. */
  readonly changes: readonly FoundChange[];
  /**
   * Adapts changes to the parameters: examples use the names of earlier calls, and hints mention arguments that may have been renamed.
   */
  explain(changes: readonly FoundChange[]): readonly FoundChange[];
}

/** Renames earlier arguments, so that arguments that calls may still send under their earlier names are treated as unchanged. */
export function renameArguments(before: LockedTool, after: LockedTool, fits: Fits): RenamedArguments {
  const [was, is] = [propertiesOf(before), propertiesOf(after)];
  const former = namesOf(after);
  const moved = findMovedArguments(before, after, fits);
  const unclear = new Set(moved.map(({ present }) => present));
  const names = namesThatLead(former, was, is);
  const changes = [
    ...moved.map(({ present, message, example }) => ({
      ...change(['parameters', 'properties', present], 'breaking', message),
      ...(example !== undefined && { example }),
    })),
    ...[...names]
      .filter(([, present]) => !unclear.has(present))
      .map(([name, present]) =>
        change(
          ['parameters', 'properties', present],
          'compatible',
          `was ${showValue(name)}, which calls may still send`,
        ),
      ),
    ...(names.size > 0 ? diffOtherUses(before.parameters) : []),
    ...lostNames(before, former, names, is),
    ...[...former]
      .filter(([name]) => !namesOf(before).has(name) && !names.has(name) && !was.has(name))
      .filter(([, present]) => !unclear.has(present))
      .map(([name, present]) =>
        change(['was', 'parameters', name], 'compatible', `may be sent for ${showValue(present)}`),
      ),
  ];
  // These names no longer refer to separate arguments.
  const gone = moved.flatMap(({ earlier }) => earlier.filter((name) => !names.has(name) && !is.has(name)));
  const kept = new Map([...was].filter(([name]) => !gone.includes(name)));
  const isOther = names.size > 0 || kept.size < was.size;
  return {
    parameters: isOther ? renamed(before.parameters, kept, names, gone) : before.parameters,
    changes,
    explain: (found) => found.map((one) => withHint(withFormerNames(one, names), was, is)),
  };
}

/** Reports other uses of argument names, because only `properties` and `required` are compared under the new names. */
function diffOtherUses(parameters: object): readonly FoundChange[] {
  const keywords = Object.keys(parameters).filter((keyword) => NAMING.has(keyword));
  return [
    ...keywords.map((keyword) => change(['parameters', keyword], 'breaking', UNDECIDED)),
    ...(referencesIn(parameters).some((ref) => !IN_DEFINITIONS.test(ref))
      ? [change(['parameters'], 'breaking', NESTED)]
      : []),
  ];
}

/** Other references may refer to the parameters themselves. */
const IN_DEFINITIONS = /^#\/(?:\$defs|definitions)\//;

/** Other keywords that may contain argument names. */
const NAMING: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  'propertyNames',
]);
const UNDECIDED = 'may contain the name of a renamed argument (not decided)';
const NESTED = 'former names apply only to arguments, but a reference uses their schema for nested values';

/** Maps the earlier names of renamed arguments to their current names. If an argument has several earlier names, only the first is used. */
function namesThatLead(
  former: ReadonlyMap<string, string>,
  was: ReadonlyMap<string, unknown>,
  is: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [name, present] of former) {
    if (taken.has(present) || !was.has(name) || is.has(name) || was.has(present) || !is.has(present))
      continue;
    names.set(name, present);
    taken.add(present);
  }
  return names;
}

/** Reports former names that calls could use before but can no longer use. */
function lostNames(
  before: LockedTool,
  former: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
  is: ReadonlyMap<string, unknown>,
): readonly FoundChange[] {
  return [...namesOf(before)].flatMap(([name, meant]) => {
    const present = is.has(meant) ? meant : names.get(meant);
    if (name === present || former.get(name) === present) return [];
    const message = `can no longer be sent for ${showValue(meant)}`;
    return [change(['was', 'parameters', name], 'breaking', message)];
  });
}

function change(segments: readonly string[], verdict: FoundChange['verdict'], message: string): FoundChange {
  return { side: 'input', path: `/${segments.map(escapeSegment).join('/')}`, verdict, message };
}

function renamed(
  parameters: object,
  was: ReadonlyMap<string, unknown>,
  names: ReadonlyMap<string, string>,
  gone: readonly unknown[],
): object {
  const { required }: { required?: unknown } = parameters;
  const presentName = (name: unknown): unknown =>
    (typeof name === 'string' ? names.get(name) : undefined) ?? name;
  return {
    ...parameters,
    properties: Object.fromEntries([...was].map(([name, schema]) => [presentName(name), schema])),
    ...(Array.isArray(required) && {
      required: required.filter((name) => !gone.includes(name)).map(presentName),
    }),
  };
}

function withFormerNames(found: FoundChange, names: ReadonlyMap<string, string>): FoundChange {
  const { example } = found;
  if (names.size === 0 || !isRecord(example)) return found;
  const written = new Map([...names].map(([name, present]) => [present, name]));
  const members = Object.entries(example).map(([name, value]) => [written.get(name) ?? name, value]);
  return { ...found, example: Object.fromEntries(members) };
}

/** Adds a hint for an argument that may have been renamed: without `@was`, a rename looks like a removal and an addition. */
function withHint(
  found: FoundChange,
  was: ReadonlyMap<string, unknown>,
  is: ReadonlyMap<string, unknown>,
): FoundChange {
  const name = /^\/parameters\/properties\/([^/]+)$/.exec(found.path)?.[1];
  if (name === undefined || found.verdict !== 'breaking' || is.has(name) || !was.has(name)) return found;
  const candidates = [...is].filter(([other, schema]) => !was.has(other) && isAlike(was.get(name), schema));
  const [present] = candidates[0] ?? [];
  if (present === undefined) return found;
  return {
    ...found,
    message: `${found.message}; if it is now ${showValue(present)}, \`@was\` keeps calls valid`,
  };
}

function isAlike(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return false;
  try {
    return deepEqual({ ...one, description: undefined }, { ...other, description: undefined });
  } catch (error) {
    // The schemas are nested too deeply to compare in this way.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function propertiesOf({ parameters }: LockedTool): ReadonlyMap<string, unknown> {
  const { properties }: { properties?: unknown } = parameters;
  return new Map(isRecord(properties) ? Object.entries(properties) : []);
}

/** Maps former argument names to current names. */
function namesOf({ was }: LockedTool): ReadonlyMap<string, string> {
  return new Map(Object.entries(was?.parameters ?? {}));
}
