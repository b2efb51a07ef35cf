import { isJsonObject, isRecord, type JsonValue, withPresentNames } from '@toolwright/contract';
import { showValue } from '../show-value.js';
import type { LockedTool } from '../tool-lock.js';
import type { Fits } from './contract-change.js';

/** Earlier arguments for which calls now fail or have another meaning, because a former name refers to another argument. */
export interface MovedArguments {
  readonly present: string;
  /** The earlier arguments, sorted by name. */
  readonly earlier: readonly string[];
  readonly message: string;
  readonly example?: JsonValue;
}

/** Finds arguments that former names merge into one, and undeclared members of an open object that a former name claims. */
export function findMovedArguments(
  before: LockedTool,
  after: LockedTool,
  fits: Fits,
): readonly MovedArguments[] {
  const former = Object.entries(after.was?.parameters ?? {});
  const knew = new Map(Object.entries(before.was?.parameters ?? {}));
  return [...new Set(former.map(([, present]) => present))].flatMap((present): readonly MovedArguments[] => {
    const names = former.flatMap(([name, meant]) => (meant === present ? [name] : []));
    const meant = new Set([present, ...names].map((name) => knew.get(name) ?? name));
    const earlier = [...meant].filter((name) => mayBeSent(before.parameters, name, fits));
    const [only] = earlier;
    if (earlier.length > 1) return [merged(before, { present, earlier }, fits)];
    if (only === undefined || only === present || isNamed(before.parameters, only)) return [];
    return [taken(before, after, { present, earlier }, fits)];
  });
}

type Move = Pick<MovedArguments, 'present' | 'earlier'>;

function merged({ parameters }: LockedTool, move: Move, fits: Fits): MovedArguments {
  const shown = move.earlier.map(showValue).join(' and ');
  const sent = callsWith(parameters, move.earlier.slice(0, 2), fits);
  const message = `was ${shown}, and calls may now send only one of them`;
  return { ...move, message, ...(sent.answer === 'no' && { example: sent.example }) };
}

function taken(before: LockedTool, after: LockedTool, move: Move, fits: Fits): MovedArguments {
  const shown = move.earlier.map(showValue).join(' and ');
  const message = `now receives values that calls send as ${shown}, which was another argument before`;
  const sent = callsWith(before.parameters, move.earlier, fits);
  const isRefused =
    sent.answer === 'no' && isJsonObject(sent.example) && isRefusedBy(after, sent.example, fits);
  return { ...move, message, ...(isRefused && { example: sent.example }) };
}

function isRefusedBy({ parameters, was }: LockedTool, args: object, fits: Fits): boolean {
  const moved = withPresentNames(args, was?.parameters);
  return !moved.ok || fits({ const: moved.args }, parameters).answer === 'no';
}

/** Whether a valid call can have the argument. Returns true if this cannot be decided. */
function mayBeSent(parameters: object, name: string, fits: Fits): boolean {
  if (isNamed(parameters, name)) return true;
  const { additionalProperties, patternProperties }: Written = parameters;
  if (additionalProperties === false && patternProperties === undefined) return false;
  return callsWith(parameters, [name], fits).answer !== 'yes';
}

interface Written {
  readonly properties?: unknown;
  readonly required?: unknown;
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
}

function isNamed({ properties }: Written, name: string): boolean {
  return isRecord(properties) && Object.hasOwn(properties, name);
}

/** Checks whether a valid call can have all of the arguments. `no`: it can, and the example is such a call. `yes`: no such call exists. */
function callsWith(parameters: object, names: readonly string[], fits: Fits): ReturnType<Fits> {
  const { required }: Written = parameters;
  const needed = new Set([...(Array.isArray(required) ? required : []), ...names]);
  return fits({ ...parameters, required: [...needed] }, { type: 'null' });
}
