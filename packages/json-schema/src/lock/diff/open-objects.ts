import { isRecord } from '@toolwright/contract';

/**
 * A schema as its readers take it: objects may have members that it does not name. Under `not` nothing changes, because there more values
 * inside mean fewer outside.
 */
export function openObjects(schema: object): object {
  const root = shallow(schema);
  const open: Draft[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
      if (node[keyword] === false) delete node[keyword];
    }
    for (const keyword of [...SINGLE, ...LISTS, ...MAPS]) {
      const value = node[keyword];
      if (SINGLE.has(keyword) && isRecord(value)) open.push(replace(node, keyword, value));
      else if (LISTS.has(keyword) && Array.isArray(value)) open.push(...copyAll(node, keyword, [...value]));
      else if (MAPS.has(keyword) && isRecord(value)) open.push(...copyAll(node, keyword, { ...value }));
    }
  }
  return root;
}

type Draft = Record<string, unknown>;

const SINGLE: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'then', 'else']);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

function shallow(value: object): Draft {
  return { ...value };
}

function replace(holder: Draft, keyword: string, value: object): Draft {
  const copy = shallow(value);
  holder[keyword] = copy;
  return copy;
}

/** Copies the schemas of a list or of an object of schemas, and returns them. */
function copyAll(node: Draft, keyword: string, holder: object): Draft[] {
  node[keyword] = holder;
  return Object.entries(holder).flatMap(([name, value]) => {
    if (!isRecord(value)) return [];
    const copy = shallow(value);
    Object.defineProperty(holder, name, {
      value: copy,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    return [copy];
  });
}
