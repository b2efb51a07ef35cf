import {
  type CodecPlan,
  type JsonSchema,
  type JsonType,
  type ManifestTool,
  ToolwrightError,
} from '@toolwright/contract';
import {
  allowedTypes,
  findBuiltInOf,
  hasToJson,
  isBuiltInName,
  isContainerPlan,
  isUserClass,
} from '@toolwright/json-schema';
import { type FoundMember, prototypeChain } from './find-members.js';
import { findLoaded, type ManifestIndex } from './manifest-index.js';
import { staleParameters } from './stale-parameters.js';
import { isWithdrawn } from './withdrawn-mark.js';

/**
 * Compares a method's decorator, and everything that {@link assertSameParameters} compares, with the manifest.
 * @throws ToolwrightError `STALE_MANIFEST`
 */
export function assertSameMethod(found: FoundMember, index: ManifestIndex, label: string): void {
  if (found.entry === undefined || isKnown(found.entry, found.fn)) return;
  if (isWithdrawn(found, index)) {
    const { noun } = index.kind;
    throw staleManifest(`it has a ${noun} for ${label}, but the method is no longer marked with @${noun}`);
  }
  assertSameParameters(found, label);
}

/**
 * Compares a function's parameters, as its source text shows them, and the classes in its types with the manifest. Checks each function
 * once.
 * @throws ToolwrightError `STALE_MANIFEST`
 */
export function assertSameParameters(
  { fn, isOwn, entry }: Pick<FoundMember, 'fn' | 'isOwn' | 'entry'>,
  label: string,
): void {
  if (entry === undefined || isKnown(entry, fn)) return;
  const stale = staleParameters(fn, entry.call, isOwn);
  if (stale !== undefined) {
    throw staleManifest(`${label} takes ${stale.code}, the manifest says ${stale.manifest}`);
  }
  for (const [name, resolve] of Object.entries(entry.codecs?.classes ?? {})) {
    const type = findLoaded(resolve);
    if (type !== undefined && !isUserClass(type)) {
      throw staleManifest(`${name}, a type of ${label}, has no static method fromJSON`);
    }
  }
  const known = KNOWN_AS_CURRENT.get(entry) ?? new WeakSet();
  KNOWN_AS_CURRENT.set(entry, known.add(fn));
}

/** Functions that have passed the check, by manifest entry: programs often create a registry for each request. */
const KNOWN_AS_CURRENT = new WeakMap<ManifestTool, WeakSet<object>>();

function isKnown(entry: ManifestTool, fn: object): boolean {
  return KNOWN_AS_CURRENT.get(entry)?.has(fn) === true;
}

/**
 * Compares a method's parameter types with the manifest, where the compiler emitted them (`emitDecoratorMetadata`) and reflect-metadata
 * stores them. Reports only certain differences.
 * @throws ToolwrightError `STALE_MANIFEST`
 */
export function assertCurrent({ member, holder, entry }: FoundMember, label: string): void {
  if (entry === undefined || holder === undefined) return;
  const types = parameterTypes(holder, member);
  if (types === undefined) return;
  const { parameters } = entry.call;
  if (types.length !== parameters.length) {
    throw staleManifest(`${label} has ${types.length} parameters, the manifest says ${parameters.length}`);
  }
  for (const [index, type] of types.entries()) {
    if (!isPossible(type, index, entry)) {
      const name = parameters[index] ?? 'ToolContext';
      throw staleManifest(
        `parameter ${index + 1} of ${label} is ${typeName(type)}, which differs from '${name}' in the manifest`,
      );
    }
  }
}

/**
 * Looks for manifest entries that an object's classes no longer have, usually because the method was renamed.
 * @throws ToolwrightError `STALE_MANIFEST`
 */
export function assertComplete(target: object, index: ManifestIndex, label: string): void {
  for (const holder of prototypeChain(target)) {
    const gone = index.membersOf(holder).find((member) => !(member in target));
    if (gone !== undefined)
      throw staleManifest(`it has a ${index.kind.noun} for ${label}.${gone}, but there is no such method`);
  }
}

/** The JSON types of constructors. Constructors that are not listed, such as `Object`, can stand for any type. */
const JSON_TYPES: ReadonlyMap<unknown, readonly JsonType[]> = new Map<unknown, readonly JsonType[]>([
  [String, ['string']],
  [Number, ['number', 'integer']],
  [Boolean, ['boolean']],
  [Array, ['array']],
]);

function isPossible(type: unknown, index: number, entry: ManifestTool): boolean {
  const types = JSON_TYPES.get(type);
  const codec = findBuiltInOf(type) ?? (isCodecClass(type) ? 'class' : undefined);
  if (types === undefined && codec === undefined) return true;
  const parameter = findParameter(index, entry);
  if (parameter === undefined) return false;
  const { schema, plan } = parameter;
  if (codec !== undefined) return plan !== undefined && (plan.kind === codec || plan.kind === 'union');
  if (plan !== undefined && (isBuiltInName(plan.kind) || plan.kind === 'class')) return false;
  const allowed = schema && allowedTypes(schema, entry.spec.parameters);
  return allowed === undefined || types?.some((one) => allowed.has(one)) === true;
}

/** Whether codegen writes a codec for a class. It does not if the type is wrapped, as in `Readonly<Money>`. */
function isCodecClass(type: unknown): boolean {
  return isUserClass(type) && hasToJson(type.prototype);
}

/** The manifest's schema for a named parameter; for a rest parameter, the schema of one element, as in the emitted metadata. */
function findParameter(
  index: number,
  { call, spec, codecs }: ManifestTool,
): { readonly schema: JsonSchema | undefined; readonly plan: CodecPlan | undefined } | undefined {
  const name = call.parameters[index];
  if (name === null || name === undefined || call.whole) return undefined;
  const schema = spec.parameters.properties[name];
  if (schema === undefined) return undefined;
  const root = codecs?.parameters;
  const resolve = (plan: CodecPlan | undefined): CodecPlan | undefined =>
    plan && isContainerPlan(plan) && plan.kind === 'ref' ? codecs?.definitions?.[plan.name] : plan;
  const plan =
    root && isContainerPlan(root) && root.kind === 'object' ? resolve(root.properties?.[name]) : undefined;
  const isRest =
    call.rest === true && name === call.parameters.filter((parameter) => parameter !== null).at(-1);
  if (!isRest) return { schema, plan };
  return {
    schema: typeof schema.items === 'object' ? schema.items : undefined,
    plan: plan && isContainerPlan(plan) && plan.kind === 'array' ? resolve(plan.items) : undefined,
  };
}

function parameterTypes(holder: object, member: string): readonly unknown[] | undefined {
  const read: unknown = Reflect.get(Reflect, 'getMetadata');
  if (typeof read !== 'function') return undefined;
  const types: unknown = Reflect.apply(read, Reflect, ['design:paramtypes', holder, member]);
  return Array.isArray(types) ? types : undefined;
}

function typeName(type: unknown): string {
  return type === Array ? 'an array' : `a ${String(Reflect.get(Object(type), 'name')).toLowerCase()}`;
}

function staleManifest(what: string): ToolwrightError {
  const hint = 'Run `npx toolwright codegen`.';
  return new ToolwrightError('STALE_MANIFEST', `The manifest is stale: ${what}. ${hint}`, {
    blame: 'developer',
    hint,
  });
}
