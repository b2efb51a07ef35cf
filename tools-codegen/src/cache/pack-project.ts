import type { JsonSchema } from '@toolwright/contract';
import { createSchemaOrigins, type SchemaOrigins } from '../emit/schema-origins.js';
import type { FileReading } from '../reading/file-reading.js';
import type { ProjectReading } from '../reading/project-reading.js';

/** What was read of a project as JSON, the schema of each named type once. */
export interface PackedProject extends Omit<ProjectReading, 'origins' | 'readings'> {
  readonly readings: unknown;
  /** Each refers to earlier ones only. */
  readonly named: readonly (readonly [name: string, schema: unknown])[];
}

/** The key of a reference to a named schema; keys that start like it are escaped by another one of it. */
const REFERENCE = '\0';

export function packProject({ origins, readings, ...project }: ProjectReading): PackedProject {
  const named: (readonly [string, unknown])[] = [];
  const places = new Map<object, number>();

  const place = (schema: JsonSchema, name: string): number => {
    const known = places.get(schema);
    if (known !== undefined) return known;
    const packed = packMembers(schema);
    const index = named.push([name, packed]) - 1;
    places.set(schema, index);
    return index;
  };
  const refer = (schema: object): number | readonly [number, object] | undefined => {
    const origin = origins.find(schema);
    if (origin === undefined) return undefined;
    if (origin.kind === 'named') return place(schema, origin.name);
    const base = refer(origin.base);
    if (base === undefined) return undefined;
    return typeof base === 'number' ? [base, origin.own] : [base[0], { ...base[1], ...origin.own }];
  };
  const pack = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const reference = Array.isArray(value) ? undefined : refer(value);
    if (reference === undefined) return packMembers(value);
    return {
      [REFERENCE]: typeof reference === 'number' ? reference : [reference[0], packMembers(reference[1])],
    };
  };
  const packMembers = (value: object): object => mapMembers(value, pack, escapeKey);

  // The readings come first: they fill the table.
  const packed = readings.map(packMembers);
  return { ...project, readings: packed, named };
}

/** The opposite of {@link packProject}. */
export function unpackProject({ readings, named, ...project }: PackedProject): ProjectReading {
  const origins = createSchemaOrigins();
  const schemas: JsonSchema[] = [];
  const unpack = createUnpack(schemas, origins);
  for (const [name, schema] of named) schemas.push(origins.name(unpack(schema) as JsonSchema, name));
  // What was packed were readings; the cache compares a checksum before it gives anything away.
  return { ...project, origins, readings: unpack(readings) as readonly FileReading[] };
}

function createUnpack(schemas: readonly JsonSchema[], origins: SchemaOrigins): (value: unknown) => unknown {
  const schemaAt = (index: number): JsonSchema => schemas[index] ?? {};
  const unpack = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    return REFERENCE in value ? resolve(value[REFERENCE]) : mapMembers(value, unpack, unescapeKey);
  };
  const resolve = (reference: unknown): JsonSchema => {
    if (typeof reference === 'number') return schemaAt(reference);
    const [index, own] = reference as [number, object]; // the only other form that a reference has
    return origins.extend(schemaAt(index), unpack(own) as JsonSchema);
  };
  return unpack;
}

/** An object or array with other members; the same one where all stay as they are, which is most of them. */
function mapMembers(
  value: object,
  mapMember: (member: unknown) => unknown,
  mapKey: (key: string) => string,
): object {
  if (Array.isArray(value)) return mapElements(value, mapMember);
  // No list: its members have names.
  const original = value as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | undefined;
  let renamed = false;
  for (const key of Object.keys(original)) {
    renamed ||= key.startsWith(REFERENCE);
    const member = original[key];
    const mapped = mapMember(member);
    if (mapped === member) continue;
    copy ??= { ...original };
    copy[key] = mapped;
  }
  const members = copy ?? original;
  return renamed
    ? Object.fromEntries(Object.entries(members).map(([key, member]) => [mapKey(key), member]))
    : members;
}

function mapElements(values: readonly unknown[], map: (value: unknown) => unknown): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    const mapped = map(value);
    if (mapped === value) continue;
    copy ??= [...values];
    copy[index] = mapped;
  }
  return copy ?? values;
}

function escapeKey(key: string): string {
  return key.startsWith(REFERENCE) ? REFERENCE + key : key;
}

function unescapeKey(key: string): string {
  return key.startsWith(REFERENCE) ? key.slice(REFERENCE.length) : key;
}
