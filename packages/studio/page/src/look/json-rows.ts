import { isRecord, type JsonValue } from '@toolwright/contract';

export interface JsonRow {
  readonly id: string;
  readonly depth: number;
  /** The name of the member, the index of the item, or a range of items. */
  readonly key?: string;
  readonly kind: 'object' | 'array' | 'range' | 'string' | 'number' | 'boolean' | 'null';
  /** The start of the value. */
  readonly text: string;
  /** Whether the row is expanded; undefined if it cannot be expanded. */
  readonly isOpen?: boolean;
  readonly value: JsonValue;
}

/** Longer lists are divided into ranges of this size, so that a click never creates a million rows. */
const RANGE = 1_000;
const LONGEST = 200;

/** Returns the rows of a JSON value. @param open the ids of the expanded nodes */
export function jsonRows(value: JsonValue, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const waiting: Node[] = [{ id: '$', depth: 0, value }];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    rows.push(toRow(node, open));
    if (open.has(node.id)) {
      for (const part of partsOf(node).reverse()) waiting.push(part);
    }
  }
  return rows;
}

/** Returns the ids of the initially expanded nodes: the root, and its children if they are few and small. */
export function openAtFirst(value: JsonValue): ReadonlySet<string> {
  const root: Node = { id: '$', depth: 0, value };
  const parts = partsOf(root);
  const small = parts.filter((part) => part.slice === undefined && sizeOf(part.value) <= 10);
  const few = parts.length <= 20 ? small.slice(0, 10) : [];
  return new Set(['$', ...few.map(({ id }) => id)]);
}

interface Node {
  readonly id: string;
  readonly depth: number;
  readonly key?: string;
  readonly value: JsonValue;
  /** A range of `value`'s items. */
  readonly slice?: readonly [number, number];
}

function partsOf({ id, depth, value, slice }: Node): Node[] {
  const part = (key: string, each: JsonValue): Node => ({
    id: `${id}/${key}`,
    depth: depth + 1,
    key,
    value: each,
  });
  if (Array.isArray(value)) {
    if (slice === undefined && value.length > RANGE) return ranges(id, depth, value);
    const [from, to] = slice ?? [0, value.length];
    return value.slice(from, to).map((item, index) => part(String(from + index), item));
  }
  return isRecord(value) ? Object.entries(value).map(([key, each]) => part(key, each)) : [];
}

function ranges(id: string, depth: number, value: JsonValue[]): Node[] {
  return Array.from({ length: Math.ceil(value.length / RANGE) }, (_, index) => {
    const from = index * RANGE;
    const to = Math.min(value.length, from + RANGE);
    return { id: `${id}/${from}-`, depth: depth + 1, key: `${from}…${to - 1}`, value, slice: [from, to] };
  });
}

function toRow(node: Node, open: ReadonlySet<string>): JsonRow {
  const { id, depth, key, value, slice } = node;
  const kind = slice === undefined ? kindOf(value) : 'range';
  const hasParts = slice !== undefined || sizeOf(value) > 0;
  return {
    id,
    depth,
    kind,
    value: slice === undefined ? value : null,
    text: slice === undefined ? textOf(value) : '',
    ...(key !== undefined && { key }),
    ...(hasParts && { isOpen: open.has(id) }),
  };
}

function kindOf(value: JsonValue): JsonRow['kind'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

function sizeOf(value: JsonValue): number {
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}

function textOf(value: JsonValue): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.length.toLocaleString('en-US')} ]`;
  if (isRecord(value)) {
    const names = Object.keys(value);
    return names.length === 0
      ? '{}'
      : `{ ${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''} }`.slice(0, LONGEST);
  }
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
}
