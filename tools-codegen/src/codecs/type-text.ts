import { builtIns } from '@toolwright/json-schema';
import { getDefinition } from '../ir/definitions.js';
import type { CodecNode, Definitions, ObjectNode, TupleNode, TypeNode } from '../ir/type-node.js';

/** Formats a type as code: `Record<string, unknown>`, `Since[]`. Declared types appear by name, and long types are truncated. */
export function typeText(node: TypeNode, definitions: Definitions): string {
  const text = (child: TypeNode): string => typeText(child, definitions);
  switch (node.kind) {
    case 'ref':
      return getDefinition(definitions, node.id).name;
    case 'class':
      return node.name;
    case 'codec':
      return codecText(node, text);
    case 'literal':
      return JSON.stringify(node.value);
    case 'enum':
      return node.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'array': {
      const isUnion = node.items.kind === 'union' || node.items.kind === 'enum';
      return isUnion ? `(${text(node.items)})[]` : `${text(node.items)}[]`;
    }
    case 'tuple':
      return tupleText(node, text);
    case 'union':
      return node.members.map(text).join(' | ');
    case 'object':
      return objectText(node, text);
    default:
      return node.kind;
  }
}

type Text = (node: TypeNode) => string;

function codecText(node: CodecNode, text: Text): string {
  const { typeNames, parts } = builtIns[node.codec];
  const inside = parts?.map((part) => text(node[part] ?? { kind: part === 'keys' ? 'string' : 'unknown' }));
  return inside === undefined ? typeNames[0] : `${typeNames[0]}<${inside.join(', ')}>`;
}

function tupleText({ elements, rest }: TupleNode, text: Text): string {
  const parts = elements.map(({ type, optional }) => `${text(type)}${optional ? '?' : ''}`);
  return `[${[...parts, ...(rest === undefined ? [] : [`...${text(rest)}[]`])].join(', ')}]`;
}

const SHOWN_MEMBERS = 3;

function objectText({ properties, additional }: ObjectNode, text: Text): string {
  if (properties.length === 0 && additional !== undefined) return `Record<string, ${text(additional)}>`;
  const members = properties
    .slice(0, SHOWN_MEMBERS)
    .map(({ name, type, optional }) => `${name}${optional ? '?' : ''}: ${text(type)}`);
  if (additional !== undefined) members.push(`[key: string]: ${text(additional)}`);
  if (properties.length > SHOWN_MEMBERS) members.push('…');
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}
