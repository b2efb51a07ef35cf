import type { JsonSchema } from '@toolwright/contract';
import { admits, compilePattern } from '@toolwright/json-schema';
import { showValue } from '@toolwright/tools/validation';
import { findDefault } from './find-default.js';
import { normaliseName } from './recover-scalar.js';
import type { Path, Recovery } from './recovery.js';

/** Fits every member to the schema, adds defaults for missing required members, and drops unknown members of closed objects. */
export function recoverObject(value: object, schema: JsonSchema, path: Path, recovery: Recovery): object {
  const members = Object.entries(value);
  const owners = members.map(([name]) => findOwner(name, value, schema));
  if (isForeign(owners, schema, path)) return value;
  const fit: Fit = { schema, path, recovery, result: new Map() };
  members.forEach(([name, member], index) => {
    const owner = owners[index];
    if (owner === undefined) recovery.warn([...path, name], 'is unknown and was omitted.');
    else takeMember(fit, name, member, owner);
  });
  for (const name of schema.required ?? []) {
    if (!fit.result.has(name)) takeDefault(fit, name, schema.properties?.[name], 'missing');
  }
  const same =
    fit.result.size === members.length && members.every(([name, one]) => fit.result.get(name) === one);
  // `fromEntries` also defines a member named `__proto__` as an own member, which validation then refuses.
  return same ? value : Object.fromEntries(fit.result);
}

interface Fit {
  readonly schema: JsonSchema;
  readonly path: Path;
  readonly recovery: Recovery;
  readonly result: Map<string, unknown>;
}

/** The part of a schema that a member belongs to. */
interface Owner {
  readonly kind: 'property' | 'pattern' | 'additional';
  /** The member's correct name. */
  readonly name: string;
  /** Undefined if any value is allowed. */
  readonly schema: JsonSchema | undefined;
}

function findOwner(name: string, value: object, schema: JsonSchema): Owner | undefined {
  const { properties = {}, additionalProperties } = schema;
  if (Object.hasOwn(properties, name)) return { kind: 'property', name, schema: properties[name] };
  for (const [pattern, part] of Object.entries(schema.patternProperties ?? {})) {
    if (compilePattern(pattern).test(name)) return { kind: 'pattern', name, schema: part };
  }
  const meant = findProperty(name, value, schema);
  if (meant !== undefined) return { kind: 'property', name: meant, schema: properties[meant] };
  if (additionalProperties === false) return undefined;
  const says = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
  return { kind: 'additional', name, schema: says ? additionalProperties : undefined };
}

/** Returns the only absent property whose name differs only in case and separators, unless another member could also mean it. */
function findProperty(name: string, value: object, schema: JsonSchema): string | undefined {
  const wanted = normaliseName(name);
  const isOpen = schema.additionalProperties !== false;
  const absent = Object.keys(schema.properties ?? {}).filter((property) => !Object.hasOwn(value, property));
  const named = absent.filter((property) => normaliseName(property) === wanted);
  const rivals = Object.keys(value).filter((other) => normaliseName(other) === wanted);
  const [property] = named;
  if (property === undefined || named.length > 1 || rivals.length > 1) return undefined;
  return isOpen && !schema.required?.includes(property) ? undefined : property;
}

/** Whether an object has none of the schema's members, so that recovering it would invent a value. */
function isForeign(owners: readonly (Owner | undefined)[], { properties }: JsonSchema, path: Path): boolean {
  if (Object.keys(properties ?? {}).length === 0) return false;
  if (owners.length === 0) return path.length === 0;
  return !owners.some((owner) => owner && (owner.kind !== 'additional' || owner.schema !== undefined));
}

function takeMember(fit: Fit, given: string, member: unknown, { kind, name, schema }: Owner): void {
  const { path, recovery, result } = fit;
  const place = [...path, name];
  if (name !== given) recovery.warn(place, `was named ${JSON.stringify(given)}.`);
  if (schema === undefined) result.set(name, member);
  else if (member !== null || admits(schema, null, recovery.root)) {
    result.set(name, recovery.recover(member, schema, place));
  } else if (!takeDefault(fit, name, schema, 'null')) {
    const isRequired = kind === 'property' && fit.schema.required?.includes(name);
    if (isRequired) result.set(name, member);
    else recovery.warn(place, 'was null and was omitted.');
  }
}

/** Inserts the default of a member. Returns false if it has none. */
function takeDefault(fit: Fit, name: string, schema: JsonSchema | undefined, given: string): boolean {
  const fallback = findDefault(schema, fit.recovery.root);
  if (fallback === undefined) return false;
  fit.result.set(name, fallback);
  fit.recovery.warn([...fit.path, name], `was ${given} and was set to its default, ${showValue(fallback)}.`);
  return true;
}
