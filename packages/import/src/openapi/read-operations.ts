import { isRecord } from '@toolwright/contract';
import { METHODS, type Operation } from './document.js';
import type { Found } from './documents.js';
import { type ReadBody, type ReadResponses, readBody, readResponses } from './read-content.js';
import type { ReadContext } from './read-context.js';
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

/** Reads the selected operations of a document. */
export function readOperations(
  root: Found,
  selection: Selection,
  context: ReadContext,
): readonly ReadOperation[] {
  const { paths, security }: Record<string, unknown> = isRecord(root.value) ? root.value : {};
  if (!isRecord(paths)) return [];
  const selector = new Selector(selection);
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    const found = context.documents.resolve({ value: item, base: root.base, pointer: '#/paths' });
    if (found === undefined || !isRecord(found.value)) {
      if (!path.startsWith('x-')) context.note(path, 'the path is no object');
      return [];
    }
    const own = found.value;
    return METHODS.flatMap((method) => {
      // Operations have no references in the specification, but in documents of several files.
      const at = context.documents.resolve({ ...found, value: own[method] });
      if (at === undefined || !isRecord(at.value)) return [];
      const place = `${method.toUpperCase()} ${path}`;
      if (!selector.takes(at.value, path, place)) return [];
      return [readOperation(at, { place, method: method.toUpperCase(), path }, own, security, context)];
    });
  });
  selector.tellMissing(context.note);
  return operations;
}

function readOperation(
  { value, base }: Found,
  where: Pick<ReadOperation, 'place' | 'method' | 'path'>,
  item: Readonly<Record<string, unknown>>,
  security: unknown,
  context: ReadContext,
): ReadOperation {
  const operation: Operation = isRecord(value) ? value : {};
  const { operationId, summary, description, deprecated, tags } = operation;
  const parts = { base, place: where.place, path: where.path };
  return {
    ...where,
    operationId: typeof operationId === 'string' && operationId.trim() !== '' ? operationId : undefined,
    tag: Array.isArray(tags) && typeof tags[0] === 'string' ? tags[0] : undefined,
    summary: text(summary) || text(item.summary),
    description: text(description) || text(item.description),
    isDeprecated: deprecated === true,
    parameters: readParameters([item.parameters, operation.parameters], parts, context),
    body: readBody(operation.requestBody, parts, context),
    responses: readResponses(operation.responses, parts, context),
    security: readSecurity(operation.security ?? security),
    baseUrl:
      context.server(operation.servers, base, where.place) ?? context.server(item.servers, base, where.place),
  };
}

function readSecurity(security: unknown): readonly (readonly string[])[] {
  return Array.isArray(security) ? security.filter(isRecord).map((each) => Object.keys(each)) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
