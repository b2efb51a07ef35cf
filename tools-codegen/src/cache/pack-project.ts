import type { JsonSchema } from '@toolwright/contract';
import { createSchemaOrigins, type SchemaOrigin, type SchemaWithOrigin } from '../emit/schema-origins.js';
import type { FileReading } from '../reading/file-reading.js';
import type { ProjectReading } from '../reading/project-reading.js';

/** A project reading as plain data, for a format that preserves object identity: the keys of the origins are objects in the readings. */
export interface PackedProject extends Omit<ProjectReading, 'origins'> {
  readonly origins: readonly SchemaWithOrigin[];
}

export function packProject({ origins, ...project }: ProjectReading): PackedProject {
  const found = new Map<object, SchemaOrigin>();
  const visit = (value: object): void => {
    const origin = origins.find(value);
    if (origin !== undefined) {
      if (found.has(value)) return;
      found.set(value, origin);
      if (origin.kind === 'extended') {
        visit(origin.base);
        visit(origin.own);
        return;
      }
    }
    for (const member of Object.values(value)) {
      if (typeof member === 'object' && member !== null) visit(member);
    }
  };
  for (const schema of schemasIn(project.readings)) visit(schema);
  return { ...project, origins: [...found] };
}

/** Reverses {@link packProject}. */
export function unpackProject({ origins, ...project }: PackedProject): ProjectReading {
  return { ...project, origins: createSchemaOrigins(origins) };
}

function schemasIn(readings: readonly FileReading[]): JsonSchema[] {
  return readings.flatMap(({ tools, resources, schemas }) => [
    ...[...tools, ...resources].flatMap(({ entry: { spec } }) =>
      spec.output === undefined ? [spec.parameters] : [spec.parameters, spec.output],
    ),
    ...schemas.map(({ entry }) => entry.schema),
  ]);
}
