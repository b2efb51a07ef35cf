import { isToolwrightError, type ToolSpec, withPresentNames } from '@toolwright/contract';
import { pointerSegments } from '@toolwright/json';
import { type ContractChange, createLock, diffLocks } from '@toolwright/json-schema';
import { FunctionTool, type FunctionToolOptions, ToolRegistry } from '@toolwright/tools';
import { schemaFits } from '@toolwright/tools/validation';
import type { HeldCall, HeldTool } from './held-tool.js';
import { isDefault, reliedDefaults } from './relied-defaults.js';
import { findOtherArguments } from './same-arguments.js';

/** Explains why a tool whose contract has changed no longer accepts a call; undefined if it does. */
export function findChange({ name, args }: HeldCall, before: HeldTool, now: ToolSpec): string | undefined {
  const all = changesOf(name, before, now);
  const changes = all.filter(({ verdict }) => verdict === 'breaking');
  const promises = changes.filter(({ side }) => side === 'annotation');
  if (promises.length > 0) return describe(now, promises);
  const moved = presentArguments(args, now);
  const relied = reliedDefaults(all, moved, before, now);
  if (relied.length > 0) return describe(now, relied);
  const taken = takeCall({ ...before, name }, args);
  // A call that was already refused may be refused again.
  if (!taken.ok && taken.message !== UNCHECKED) return undefined;
  const takes = takeCall(now, args);
  const others = changes.filter(({ path }) => !isDefault(path));
  if (!takes.ok && takes.message !== UNCHECKED) return `${takes.message} ${describe(now, others)}`;
  if (!taken.ok || !takes.ok)
    return others.length === 0 ? undefined : `${UNCHECKED} ${describe(now, others)}`;
  const then = { parameters: before.parameters, value: taken.value };
  const is = { parameters: now.parameters, value: takes.value };
  const [different] = findOtherArguments(then, is, now.was?.parameters ?? {}, all);
  return different === undefined ? undefined : describeArgument(now, different, all);
}

function changesOf(name: string, before: HeldTool, now: ToolSpec): readonly ContractChange[] {
  const described = { description: '' };
  const was = createLock([
    { name, ...described, parameters: before.parameters, annotations: before.annotations },
  ]);
  const { parameters, annotations, was: former } = now;
  const is = createLock([{ name, ...described, parameters, annotations, ...(former && { was: former }) }]);
  // The caller has already compared the tool names.
  return diffLocks(was, is, schemaFits).changes.filter(({ side }) => side !== 'name');
}

function describe({ name }: ToolSpec, changes: readonly ContractChange[]): string {
  const shown = changes.slice(0, MAX_SHOWN).map(({ path, message }) => `${path}: ${message}`);
  const more = changes.length > MAX_SHOWN ? '; and more' : '';
  return shown.length === 0 ? `'${name}' has changed.` : `'${name}' has changed: ${shown.join('; ')}${more}.`;
}

/** Describes the changes to one argument. Omits values, which may be secret. */
function describeArgument(tool: ToolSpec, argument: string, changes: readonly ContractChange[]): string {
  const former = Object.entries(tool.was?.parameters ?? {}).filter(([, present]) => present === argument);
  const names = new Set([argument, ...former.map(([name]) => name)]);
  const own = changes.filter(({ path }) => {
    const [root, place, name = ''] = pointerSegments(path);
    return root === 'parameters' && place === 'properties' && names.has(name);
  });
  return `The call would have a different value for '${argument}'. ${describe(tool, own)}`;
}

const MAX_SHOWN = 3;

function presentArguments(given: unknown, { was }: ToolSpec): unknown {
  const args = typeof given === 'string' ? parse(given) : given;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  const moved = withPresentNames(args, was?.parameters);
  return moved.ok ? moved.args : args;
}

/** Parses arguments. Numbers may lose precision, because only the argument names are used. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.trim() || '{}');
  } catch {
    // Both tools refuse the call.
    return undefined;
  }
}

/** Returns the validated arguments, or the problem that a registry reports. */
function takeCall({ name, parameters, was }: Pick<ToolSpec, 'name' | 'parameters' | 'was'>, args: unknown) {
  const former = was?.parameters && { parameters: was.parameters };
  const options = { name, description: '', parameters, ...(former && { was: former }) };
  return validate({ ...options, fn: () => null }, args);
}

const UNCHECKED = 'The arguments cannot be checked.';

function validate(tool: FunctionToolOptions<string, never, null>, args: unknown) {
  try {
    return new ToolRegistry()
      .register(new FunctionTool(tool))
      .validate(tool.name, args, { coercion: 'safe' });
  } catch (error) {
    // Schemas of other libraries may have unknown keywords.
    if (!isToolwrightError(error)) throw error;
    return { ok: false, message: UNCHECKED } as const;
  }
}
