import { isRecord, type JsonSchema } from '@toolwright/contract';
import { definitionName, resolveRef } from '@toolwright/json-schema';
import { WHOLE_NUMBER } from './limits-of.js';

const LONGEST = 60;

/** Names a branch of a union: by its constants, title, definition or type. */
export function branchLabel(schema: JsonSchema, root: JsonSchema, index: number): string {
  const label = labelOf(schema, root) ?? `shape ${index + 1}`;
  return label.length > LONGEST ? `${label.slice(0, LONGEST)}…` : label;
}

function labelOf(schema: JsonSchema, root: JsonSchema): string | undefined {
  const resolved = resolveRef(schema, root);
  if (resolved === undefined) return undefined;
  const constants = discriminators(resolved);
  if (constants.length > 0) return constants.join(', ');
  if (typeof resolved.title === 'string') return resolved.title;
  const name = schema.$ref && definitionName(schema.$ref);
  if (name !== undefined) return name;
  if ('const' in resolved) return JSON.stringify(resolved.const);
  if (resolved.enum !== undefined) return resolved.enum.map((value) => JSON.stringify(value)).join(' | ');
  return typeLabel(resolved, root);
}

function discriminators({ properties }: JsonSchema): string[] {
  return Object.entries(properties ?? {}).flatMap(([name, member]) =>
    isRecord(member) && 'const' in member ? [`${name}: ${JSON.stringify(member.const)}`] : [],
  );
}

function typeLabel(schema: JsonSchema, root: JsonSchema): string | undefined {
  const { type } = schema;
  if (type === 'array') {
    const items = isRecord(schema.items) ? resolveRef(schema.items, root)?.type : undefined;
    return typeof items === 'string' ? `list of ${items}` : 'list';
  }
  if (type === 'object') {
    const names = Object.keys(schema.properties ?? {});
    return names.length > 0 ? `{ ${names.join(', ')} }` : 'object';
  }
  if (typeof type !== 'string') return undefined;
  if (schema.pattern === WHOLE_NUMBER) return 'whole number';
  return typeof schema.format === 'string' ? `${type} (${schema.format})` : type;
}
