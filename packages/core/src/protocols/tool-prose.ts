import type { JsonSchema, ToolSpec } from '@toolwright/contract';
import { referenceName } from '@toolwright/json-schema';
import { constraintProse, typeProse } from './type-prose.js';

/** Describes tools in a prompt by name, description, and the type of each parameter. */
export function toolProse(tools: readonly ToolSpec[]): string {
  return tools.map(describeTool).join('\n\n');
}

function describeTool({ name, description, parameters }: ToolSpec): string {
  const lines = describeMembers(parameters, '  ');
  const definitions = Object.entries(parameters.$defs ?? {}).flatMap(([type, schema]) => [
    `  where ${type} is ${typeProse(schema)}`,
    ...describeMembers(schema, '    '),
  ]);
  return [
    `${name}: ${indent(description)}`,
    ...(lines.length > 0 ? lines : ['  no parameters']),
    ...definitions,
  ].join('\n');
}

/** Writes one line for each property, followed by the lines of nested objects. */
function describeMembers({ properties = {}, required = [] }: JsonSchema, margin: string): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    margin + describeMember(name, schema, required.includes(name)),
    ...describeMembers(objectWithin(schema), `${margin}  `),
  ]);
}

function describeMember(name: string, schema: JsonSchema, required: boolean): string {
  const facts = [
    shortType(schema),
    required ? 'required' : 'optional',
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
    ...constraintProse(schema),
  ];
  const description = schema.description === undefined ? '' : `: ${indent(schema.description)}`;
  return `- ${name} (${facts.join(', ')})${description}`;
}

/** Returns the type of a member. It is just `object` if its properties have their own lines. */
function shortType(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return referenceName(schema.$ref);
  const inner = objectWithin(schema);
  if (inner.properties === undefined) return typeProse(schema);
  return inner === schema ? 'object' : 'object[]';
}

/** Returns the schema whose properties are listed below a member: the member's own schema, or that of its items. */
function objectWithin(schema: JsonSchema): JsonSchema {
  if (schema.type === 'object') return schema;
  const { items } = schema;
  return schema.type === 'array' && typeof items === 'object' && items.type === 'object' ? items : {};
}

/** Indents the lines of a description after the first. */
function indent(text: string): string {
  return text.trim().replaceAll(/\n\s*/g, '\n    ');
}
