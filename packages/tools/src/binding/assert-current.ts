import { type JsonSchema, type JsonType, type ManifestTool, ToolwrightError } from '@toolwright/contract';
import { allowedTypes } from '../validation/json-types.js';
import type { FoundMember } from './find-members.js';

/**
 * Compares a method's parameter types, where the compiler has emitted them (`emitDecoratorMetadata`) and reflect-metadata keeps
 * them, with what codegen has seen. Complains only of what is certainly different.
 * @throws ToolwrightError `STALE_MANIFEST`
 */
export function assertCurrent({ member, holder, entry }: FoundMember, label: string): void {
  if (entry === undefined || holder === undefined) return;
  const types = parameterTypes(holder, member);
  if (types === undefined) return;
  const { parameters } = entry.call;
  if (types.length !== parameters.length) {
    throw stale(`${label} has ${types.length} parameters, the manifest says ${parameters.length}`);
  }
  for (const [index, type] of types.entries()) {
    const found = JSON_TYPES.get(type);
    if (found !== undefined && !isPossible(found, index, entry)) {
      const name = parameters[index] ?? 'ToolContext';
      throw stale(
        `parameter ${index + 1} of ${label} is ${typeName(type)}, not what the manifest says of '${name}'`,
      );
    }
  }
}

/** Constructors whose JSON is certain. A class, `Object` and undefined can stand for anything. */
const JSON_TYPES: ReadonlyMap<unknown, readonly JsonType[]> = new Map<unknown, readonly JsonType[]>([
  [String, ['string']],
  [Number, ['number', 'integer']],
  [Boolean, ['boolean']],
  [Array, ['array']],
]);

function isPossible(found: readonly JsonType[], index: number, { call, spec }: ManifestTool): boolean {
  const name = call.parameters[index];
  if (name === null || name === undefined || call.whole) return false;
  const property: JsonSchema | undefined = spec.parameters.properties[name];
  if (property === undefined) return false;
  // Of a rest parameter the compiler emits the type of one element.
  const isRest =
    call.rest === true && name === call.parameters.filter((parameter) => parameter !== null).at(-1);
  const schema = isRest ? property.items : property;
  const allowed = typeof schema === 'object' ? allowedTypes(schema, spec.parameters) : undefined;
  return allowed === undefined || found.some((type) => allowed.has(type));
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

function stale(what: string): ToolwrightError {
  return new ToolwrightError('STALE_MANIFEST', `The manifest is stale: ${what}.`, {
    blame: 'developer',
    hint: 'Run `npx toolwright codegen`.',
  });
}
