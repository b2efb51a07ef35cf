import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@toolwright/contract';
import { escapeSegment } from '@toolwright/json';
import { referencesIn } from '../../document/cycles.js';
import { showValue } from '../show-value.js';
import type { LockedTool } from '../tool-lock.js';
import type { Fits, FoundChange } from './contract-change.js';
import { findMovedArguments } from './moved-arguments.js';

/** The earlier parameters of a tool under the argument names of the later tool. */
export interface RenamedArguments {
  readonly parameters: object;
  /** The changes of names that `@was` declares. */
  readonly changes: readonly FoundChange[];
  /**
   * Adds to changes of the parameters: examples use the names of earlier calls, and hints mention arguments that may have been renamed.
   */
  explain(changes: readonly FoundChange[]): readonly FoundChange[];
}

/** Renames earlier arguments: those that calls may still send under their earlier names count as unchanged. */
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
  // These are no longer separate arguments.
  const gone = moved.flatMap(({ earlier }) => earlier.filter((name) => !names.has(name) && !is.has(name)));
  const kept = new Map([...was].filter(([name]) => !gone.includes(name)));
  const isOther = names.size > 0 || kept.size < was.size;
  return {
    parameters: isOther ? renamed(before.parameters, kept, names, gone) : before.parameters,
    changes,
    explain: (found) => found.map((one) => withHint(withFormerNames(one, names), was, is)),
  };
}

/** Only `properties` and `required` are read under the new names. */
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

/** Current names of the renamed arguments by earlier name; of several earlier names for one argument, the first. */
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

/** Former names that calls could use before and can no longer use. */
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

/** Adds a hint: a renamed required argument looks like a removed one beside a new one. */
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
    message: `${found.message}; if it is ${showValue(present)} now, \`@was\` keeps calls valid`,
  };
}

function isAlike(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return false;
  try {
    return isDeepStrictEqual({ ...one, description: undefined }, { ...other, description: undefined });
  } catch (error) {
    // Nested too deeply to be compared in this way.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function propertiesOf({ parameters }: LockedTool): ReadonlyMap<string, unknown> {
  const { properties }: { properties?: unknown } = parameters;
  return new Map(isRecord(properties) ? Object.entries(properties) : []);
}

/** Current names of arguments by former ones. */
function namesOf({ was }: LockedTool): ReadonlyMap<string, string> {
  return new Map(Object.entries(was?.parameters ?? {}));
}
