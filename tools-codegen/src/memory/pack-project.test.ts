import { deserialize, serialize } from 'node:v8';
import type { JsonSchema, JsonValue } from '@toolwright/contract';
import fc from 'fast-check';
import { createSchemaOrigins, type SchemaOrigins } from '../emit/schema-origins.js';
import type { ProjectReading } from '../reading/project-reading.js';
import { packProject, unpackProject } from './pack-project.js';

/** A project of one type with this schema. */
function projectOf(schema: JsonSchema, origins: SchemaOrigins): ProjectReading {
  const file = '/project/src/account.ts';
  const binding = { file, exportName: 'Account', localName: 'Account' };
  const at = { file: 'src/account.ts', line: 1, column: 1, length: 1 };
  return {
    kind: 'typescript',
    projectDir: '/project',
    outFile: '/project/src/toolwright.gen.ts',
    library: 'toolwright',
    style: { typescript: false, node: true },
    decoratorProblems: [],
    syntaxErrors: [],
    origins,
    readings: [
      {
        file,
        library: undefined,
        decorator: undefined,
        enhancers: [],
        importsNestModule: false,
        importStyles: [],
        bases: [],
        resources: [],
        tools: [],
        schemas: [{ entry: { name: 'Account', binding, schema }, at, type: `${file}:0` }],
        diagnostics: [],
      },
    ],
  };
}

/** The project after a round trip through the cache. */
function kept(project: ProjectReading): ProjectReading {
  return unpackProject(deserialize(serialize(packProject(project))));
}

function schemaOf({ readings }: ProjectReading): JsonSchema | undefined {
  return readings[0]?.schemas[0]?.entry.schema;
}

/** Includes names that are special in JavaScript. */
const key = fc.oneof(fc.constantFrom('\0', '__proto__', 'constructor', 'length'), fc.string());
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));

describe('a packed project', () => {
  it('is the same after unpacking, whatever its keys are', () => {
    fc.assert(
      fc.property(value, (example) => {
        const origins = createSchemaOrigins();
        const money = origins.name({ type: 'object', default: example }, 'Money');
        const price = origins.extend(money, { description: 'What it costs' });
        const schema: JsonSchema = {
          type: 'object',
          properties: { money, price },
          examples: [example],
          anyOf: [money],
        };
        const text = JSON.stringify(schema);
        expect(JSON.stringify(schemaOf(kept(projectOf(schema, origins))))).toBe(text);
        // The round trip has not changed the original.
        expect(JSON.stringify(schema)).toBe(text);
      }),
    );
  });

  it('contains every named schema once, and keeps its name', () => {
    const origins = createSchemaOrigins();
    const money = origins.name({ type: 'number' }, 'Money');
    const schema = { properties: { a: money, b: money, c: origins.extend(money, { title: 'C' }) } };
    origins.name({ type: 'boolean' }, 'NowhereInTheProject');
    const packed = packProject(projectOf(schema, origins));
    expect([...packed.origins.named.keys()]).toEqual(['Money']);
    expect(packed.origins.extended).toHaveLength(1);

    const project = kept(projectOf(schema, origins));
    const { a, b, c } = schemaOf(project)?.properties ?? {};
    expect(a).toBe(b);
    expect(a && project.origins.find(a)).toEqual({ kind: 'named', name: 'Money' });
    expect(c && project.origins.find(c)).toEqual({ kind: 'extended', base: a, own: { title: 'C' } });
  });

  it('keeps the fields that were added last', () => {
    const origins = createSchemaOrigins();
    const money = origins.name({ type: 'number' }, 'Money');
    const price = origins.extend(money, { title: 'Price', description: 'In euros' });
    const schema = { properties: { price: origins.extend(price, { title: 'Net price' }) } };
    const text = JSON.stringify(schema);
    expect(JSON.stringify(schemaOf(kept(projectOf(schema, origins))))).toBe(text);
  });
});
