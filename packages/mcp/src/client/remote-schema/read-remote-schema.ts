import { isRecord, type JsonSchema } from '@toolwright/contract';
import { isBranching } from '@toolwright/json-schema';
import { type Definition, NO_VERDICTS, readDefinitions } from './definitions.js';
import { judgeDefinitions } from './judge-definitions.js';
import type { Raw } from './keywords.js';
import { SchemaDocument } from './schema-document.js';

/**
 * Converts a server's schema to one that the registry can compile: draft 2020-12, with references to `$defs` only. Servers also use older
 * drafts, OpenAPI and custom keywords. Anything that cannot be checked here is left to the server: the result accepts every value that the
 * server's schema accepts, and rejects as many other values as possible. Takes linear time.
 * @throws RangeError for a schema with too many subschemas
 */
export function readRemoteSchema(schema: Raw): JsonSchema {
  const document = new SchemaDocument(schema);
  const first = readDefinitions(document, NO_VERDICTS);
  const branches = document.uses.unevaluated && isBranching(assemble(document, first));
  return assemble(document, readDefinitions(document, judgeDefinitions(first, document, branches)));
}

function assemble(document: SchemaDocument, definitions: ReadonlyMap<Raw, Definition>): JsonSchema {
  const named = [...definitions.values()].flatMap(({ node, schema }) => {
    const name = document.nameOf(node);
    return name === undefined ? [] : [[name, schema] as const];
  });
  const root = definitions.get(document.root)?.schema ?? {};
  return named.length === 0
    ? root
    : { ...resolved(root, document, definitions), $defs: Object.fromEntries(named) };
}

/** Resolves a reference at the root, because the root of a tool's schema must be an object. */
function resolved(
  root: JsonSchema,
  document: SchemaDocument,
  definitions: ReadonlyMap<Raw, Definition>,
): JsonSchema {
  let schema = root;
  let node: unknown = document.root;
  for (let hops = 0; schema.$ref !== undefined && hops < definitions.size; hops += 1) {
    node = isRecord(node) ? document.targetOf(node) : undefined;
    const target = isRecord(node) ? definitions.get(node)?.schema : undefined;
    const { $ref: _reference, ...annotations } = schema;
    schema = { ...target, ...annotations };
  }
  return schema;
}
