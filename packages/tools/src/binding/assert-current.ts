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
 * Checks a method against the manifest: its decorator, and its parameters as {@link assertSameParameters} does.
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
 * Checks a function against the manifest: the parameters in its source text, and the classes in its types. Checks each function only
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
    throw staleManifest(`${label} takes ${stale.code}, but the manifest says ${stale.manifest}`);
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

/** The functions that passed the check, by manifest entry. Cached because programs often create a registry for each request. */
const KNOWN_AS_CURRENT = new WeakMap<ManifestTool, WeakSet<object>>();

function isKnown(entry: ManifestTool, fn: object): boolean {
  return KNOWN_AS_CURRENT.get(entry)?.has(fn) === true;
}

/**
 * Compares a method's parameter types with the manifest, if the compiler emitted them (`emitDecoratorMetadata`) and reflect-metadata
 * stored them. Reports a difference only if it is certain.
 * @throws ToolwrightError `STALE_MANIFEST`
 */
export function assertCurrent({ member, holder, entry }: FoundMember, label: string): void {
  if (entry === undefined || holder === undefined) return;
  const types = parameterTypes(holder, member);
  if (types === undefined) return;
  const { parameters } = entry.call;
  if (types.length !== parameters.length) {
    throw staleManifest(
      `${label} has ${types.length} parameters, but the manifest says ${parameters.length}`,
    );
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
 * Checks that an object's classes have all methods in the manifest. A method is usually missing because it was renamed.
 * @throws ToolwrightError `STALE_MANIFEST`
 */
export function assertComplete(target: object, index: ManifestIndex, label: string): void {
  for (const holder of prototypeChain(target)) {
    const gone = index.membersOf(holder).find((member) => !(member in target));
    if (gone !== undefined)
      throw staleManifest(`it has a ${index.kind.noun} for ${label}.${gone}, but there is no such method`);
  }
}

/** The JSON types that correspond to constructors. Unlisted constructors, such as `Object`, can represent any type. */
const JSON_TYPES: ReadonlyMap<unknown, readonly JsonType[]> = new Map<unknown, readonly JsonType[]>([
  [String, ['string']],
  [Number, ['number', 'integer']],
  [Boolean, ['boolean']],
  [Array, ['array']],
]);

/**
 * Refuses a manifest beside a module of validators for other schemas, which exports none of this name.
 * @throws ToolwrightError `STALE_MANIFEST`
 */
export function assertOwnValidator(entry: ManifestTool): void {
  if (!Object.hasOwn(entry, 'validate') || typeof entry.validate === 'function') return;
  throw staleManifest(
    `the module of validators has none for the present schema of '${entry.spec.name}'`,
    'Run `npx toolwright codegen --validators`.',
  );
}

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

/** Whether codegen writes a codec for a class. It writes none for a wrapped type, such as `Readonly<Money>`. */
function isCodecClass(type: unknown): boolean {
  return isUserClass(type) && hasToJson(type.prototype);
}

/** Returns the manifest's schema for a named parameter. For a rest parameter, returns the schema of one element, as in the metadata. */
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

function staleManifest(what: string, hint = 'Run `npx toolwright codegen`.'): ToolwrightError {
  return new ToolwrightError('STALE_MANIFEST', `The manifest is stale: ${what}. ${hint}`, {
    blame: 'developer',
    hint,
  });
}
