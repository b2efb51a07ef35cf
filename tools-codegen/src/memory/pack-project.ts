import type { JsonSchema } from '@toolwright/contract';
import { createSchemaOrigins } from '../emit/schema-origins.js';
import type { FileReading } from '../reading/file-reading.js';
import type { ProjectReading } from '../reading/project-reading.js';

/** A project reading as plain data, for a format that preserves object identity, because origins and readings refer to the same objects. */
export interface PackedProject extends Omit<ProjectReading, 'origins'> {
  readonly origins: PackedOrigins;
}

/** The origins in a compact form, which is faster to store than one object per origin. */
interface PackedOrigins {
  /** Schemas by type name. */
  readonly named: Map<string, JsonSchema[]>;
  readonly extended: (readonly [schema: JsonSchema, base: JsonSchema, own: JsonSchema])[];
}

export function packProject({ origins, ...project }: ProjectReading): PackedProject {
  const packed: PackedOrigins = { named: new Map(), extended: [] };
  const known = new Set<object>();
  const visit = (value: object): void => {
    const origin = origins.find(value);
    if (origin !== undefined) {
      if (known.has(value)) return;
      known.add(value);
      if (origin.kind === 'extended') {
        packed.extended.push([value, origin.base, origin.own]);
        visit(origin.base);
        visit(origin.own);
        return;
      }
      const others = packed.named.get(origin.name);
      if (others === undefined) packed.named.set(origin.name, [value]);
      else others.push(value);
    }
    for (const member of Object.values(value)) {
      if (typeof member === 'object' && member !== null) visit(member);
    }
  };
  for (const schema of schemasIn(project.readings)) visit(schema);
  return { ...project, origins: packed };
}

/** Reverses {@link packProject}. */
export function unpackProject({ origins: packed, ...project }: PackedProject): ProjectReading {
  const origins = createSchemaOrigins();
  for (const [name, schemas] of packed.named) for (const schema of schemas) origins.name(schema, name);
  for (const [schema, base, own] of packed.extended) origins.add(schema, { kind: 'extended', base, own });
  return { ...project, origins };
}

function schemasIn(readings: readonly FileReading[]): JsonSchema[] {
  return readings.flatMap(({ tools, resources, schemas }) => [
    ...[...tools, ...resources].flatMap(({ entry: { spec } }) =>
      spec.output === undefined ? [spec.parameters] : [spec.parameters, spec.output],
    ),
    ...schemas.map(({ entry }) => entry.schema),
  ]);
}
