import { isRecord } from '@toolwright/contract';

/**
 * Finds an error in the HTTP headers that an input schema declares (`x-mcp-header`). Clients that use HTTP must not call a tool with
 * invalid declarations.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function findHeaderFault(inputSchema: unknown): string | undefined {
  const names = new Set<string>();
  // Iterative, because a server can send schemas of any depth.
  const open: Place[] = [{ schema: inputSchema, isProperty: false, isReachable: true }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const fault = faultAt(place, names);
    if (fault !== undefined) return fault;
    for (const inner of placesIn(place)) open.push(inner);
  }
  return undefined;
}

interface Place {
  readonly schema: unknown;
  /** Whether this is the schema of a property. */
  readonly isProperty: boolean;
  /** Whether the path consists only of `properties`, so that the value has a fixed path in the arguments. */
  readonly isReachable: boolean;
}

const KEYWORD = 'x-mcp-header';

/** Valid names of HTTP headers: https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** Keywords with values that are not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

function faultAt({ schema, isProperty, isReachable }: Place, names: Set<string>): string | undefined {
  if (!isRecord(schema) || !Object.hasOwn(schema, KEYWORD)) return undefined;
  const { [KEYWORD]: name, type } = schema;
  if (!isProperty || !isReachable) return `declares an HTTP header outside of its properties`;
  if (typeof name !== 'string' || !TOKEN.test(name)) return `declares an HTTP header with an invalid name`;
  if (!TYPES.has(type))
    return `declares the HTTP header '${name}' for a value that is not a string, integer or boolean`;
  if (names.has(name.toLowerCase())) return `declares the HTTP header '${name}' twice`;
  names.add(name.toLowerCase());
  return undefined;
}

function placesIn({ schema, isReachable }: Place): Place[] {
  if (Array.isArray(schema))
    return schema.map((one) => ({ schema: one, isProperty: false, isReachable: false }));
  if (!isRecord(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]): Place[] => {
    if (DATA.has(keyword)) return [];
    if (keyword !== 'properties' || !isRecord(value))
      return [{ schema: value, isProperty: false, isReachable: false }];
    return Object.values(value).map((one) => ({ schema: one, isProperty: true, isReachable }));
  });
}
