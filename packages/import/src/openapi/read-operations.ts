import { isRecord } from '@toolwright/contract';
import { unsentBy } from '../runtime/media-kind.js';
import type { Part } from './documents.js';
import { type ReadBody, type ReadResponses, readBody, readResponses } from './read-content.js';
import { type ReadContext, textOf } from './read-context.js';
import { type ReadParameter, readParameters } from './read-parameters.js';
import { type Selection, Selector } from './selector.js';

/** An operation with its schemas, whose references have no names yet. */
export interface ReadOperation {
  /** `GET /pets/{id}`. */
  readonly place: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
  readonly tag: string | undefined;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly parameters: readonly ReadParameter[];
  readonly body: ReadBody | undefined;
  readonly responses: ReadResponses;
  /** The names of schemes that are needed together, for each way to authorize. */
  readonly security: readonly (readonly string[])[];
  readonly baseUrl: string | undefined;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads the selected operations of a document. */
export function readOperations(
  root: Part,
  selection: Selection,
  context: ReadContext,
): readonly ReadOperation[] {
  const { documents, note } = context;
  const { value: paths, base } = documents.at(root, 'paths');
  const selector = new Selector(selection);
  const operations = Object.entries(paths).flatMap(([path, given]) => {
    const item = documents.part(given, base);
    if (item === undefined) {
      if (!path.startsWith('x-')) note(path, 'the path is no object');
      return [];
    }
    return METHODS.flatMap((name) => {
      // Operations have no references in the specification, but in documents of several files.
      const own = documents.part(item.value[name], item.base);
      const method = name.toUpperCase();
      const where = { place: `${method} ${path}`, method, path };
      if (own === undefined || !selector.takes(own.value, where)) return [];
      const security = own.value.security ?? root.value.security;
      return [{ ...readOperation(own, item, where, context), security: readSecurity(security) }];
    });
  });
  selector.tellMissing(note);
  return operations;
}

type Where = Pick<ReadOperation, 'place' | 'method' | 'path'>;

function readOperation(
  own: Part,
  item: Part,
  where: Where,
  context: ReadContext,
): Omit<ReadOperation, 'security'> {
  const { operationId, summary, description, deprecated, tags } = own.value;
  const { place, method, path } = where;
  const body = readBody(own, place, context);
  const unsent = unsentBy(method, body !== undefined);
  if (unsent !== undefined) context.note(place, `${unsent}: pass a \`fetch\` that does`);
  if (own.value.callbacks !== undefined) context.note(place, 'its callbacks are left out');
  if (path.includes('#')) context.note(place, 'servers do not receive what follows `#`: it is not sent');
  return {
    ...where,
    operationId: textOf(operationId) === '' ? undefined : String(operationId),
    tag: Array.isArray(tags) && typeof tags[0] === 'string' ? tags[0] : undefined,
    summary: textOf(summary) || textOf(item.value.summary),
    description: textOf(description) || textOf(item.value.description),
    isDeprecated: deprecated === true,
    parameters: readParameters([item, own], where, context),
    body,
    responses: readResponses(own, place, context),
    baseUrl: context.server(own, place) ?? context.server(item, place),
  };
}

function readSecurity(security: unknown): readonly (readonly string[])[] {
  return Array.isArray(security) ? security.filter(isRecord).map((each) => Object.keys(each)) : [];
}
