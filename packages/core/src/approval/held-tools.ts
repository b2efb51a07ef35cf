import {
  findTool,
  isToolwrightError,
  type ObjectSchema,
  type ToolAnnotations,
  type ToolSpec,
  withPresentNames,
} from '@toolwright/contract';
import { type ContractChange, createLock, diffLocks } from '@toolwright/schema';
import { FunctionTool, type FunctionToolOptions, ToolRegistry } from '@toolwright/tools';
import { schemaFits } from '@toolwright/tools/validation';

/** What a record of a run holds of a tool, to tell whether a later version of it takes the same calls. */
export interface HeldTool {
  readonly parameters: ObjectSchema;
  readonly annotations: ToolAnnotations;
}

/** By the names that the tools had. */
export type HeldTools = Readonly<Record<string, HeldTool>>;

/** A call that a record of a run holds. */
export interface HeldCall {
  readonly name: string;
  /** A JSON object, or its text. */
  readonly args: unknown;
}

/** The tools of these names, or of those that had them. */
export function holdTools(tools: readonly ToolSpec[], names: Iterable<string>): HeldTools {
  const entries = [...new Set(names)].flatMap((name): [string, HeldTool][] => {
    const tool = findTool(tools, name);
    return tool === undefined ? [] : [[name, { parameters: tool.parameters, annotations: tool.annotations }]];
  });
  return Object.fromEntries(entries);
}

/**
 * Why the present tools do not take a call as those did under which it was made; undefined if they do. They may take more, and promise
 * more: the call has to be valid, with the same defaults, and the annotations must promise no less.
 */
export function findStaleCall(
  { name, args }: HeldCall,
  before: HeldTool,
  tools: readonly ToolSpec[],
): string | undefined {
  const now = findTool(tools, name);
  if (now === undefined) return `the tool '${name}' is gone.`;
  const changes = breakingChanges(name, before, now);
  if (changes.length === 0) return undefined;
  const promises = changes.filter(({ side }) => side === 'annotation');
  if (promises.length > 0) return describe(now, promises);
  const moved = presentArguments(args, now);
  const defaults = changes.filter(({ path }) => path.endsWith('/default'));
  const relied = defaults.filter((change) => reliesOn(change.path, moved));
  if (relied.length > 0) return describe(now, relied);
  const others = changes.filter((change) => !defaults.includes(change));
  const problem = others.length === 0 ? undefined : refusal(now, args);
  if (problem === undefined) return undefined;
  // A call that was refused before may be refused again.
  const earlier = refusal({ ...before, name }, args);
  const wasRefused = earlier !== undefined && earlier !== UNCHECKED;
  return wasRefused ? undefined : `${problem} ${describe(now, others)}`;
}

function breakingChanges(name: string, before: HeldTool, now: ToolSpec): readonly ContractChange[] {
  const described = { description: '' };
  const was = createLock([
    { name, ...described, parameters: before.parameters, annotations: before.annotations },
  ]);
  const { parameters, annotations, was: former } = now;
  const is = createLock([{ name, ...described, parameters, annotations, ...(former && { was: former }) }]);
  // Names of tools were compared before.
  const { changes } = diffLocks(was, is, schemaFits);
  return changes.filter(({ side, verdict }) => verdict === 'breaking' && side !== 'name');
}

function describe({ name }: ToolSpec, changes: readonly ContractChange[]): string {
  const shown = changes.slice(0, MAX_SHOWN).map(({ path, message }) => `${path}: ${message}`);
  const more = changes.length > MAX_SHOWN ? '; and more' : '';
  return `'${name}' has changed: ${shown.join('; ')}${more}.`;
}

const MAX_SHOWN = 3;

function presentArguments(given: unknown, { was }: ToolSpec): unknown {
  const args = typeof given === 'string' ? parse(given) : given;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  const moved = withPresentNames(args, was?.parameters);
  return moved.ok ? moved.args : args;
}

/** Its numbers may lose digits: only the names of the arguments are wanted. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.trim() || '{}');
  } catch {
    // Both tools refuse it.
    return undefined;
  }
}

/** Whether a call gets a default: it leaves out the member at the end of a path through objects. Other places count as used. */
function reliesOn(path: string, args: unknown): boolean {
  const [root, ...segments] = path.slice(1).split('/').map(plainSegment);
  segments.pop();
  if (root !== 'parameters') return true;
  let value = args;
  for (let index = 0; index < segments.length; index += 2) {
    const name = segments[index + 1];
    if (segments[index] !== 'properties' || name === undefined) return true;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
    const isLast = index + 2 >= segments.length;
    const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    // Null is as good as none for what may be left out.
    if (member === undefined || member === null) return isLast;
    value = member;
  }
  return false;
}

function plainSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** What a registry says of arguments that it refuses. */
function refusal(
  { name, parameters, was }: Pick<ToolSpec, 'name' | 'parameters' | 'was'>,
  args: unknown,
): string | undefined {
  const former = was?.parameters && { parameters: was.parameters };
  const options = { name, description: '', parameters, ...(former && { was: former }) };
  const checked = validate({ ...options, fn: () => null }, args);
  return checked.ok ? undefined : checked.message;
}

const UNCHECKED = 'The arguments cannot be checked.';

function validate(tool: FunctionToolOptions<string, never, null>, args: unknown) {
  try {
    return new ToolRegistry()
      .register(new FunctionTool(tool))
      .validate(tool.name, args, { coercion: 'safe' });
  } catch (error) {
    // The schema of others may have keywords that nothing is known of.
    if (!isToolwrightError(error)) throw error;
    return { ok: false, message: UNCHECKED } as const;
  }
}
