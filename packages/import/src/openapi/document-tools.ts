import { isRecord, type JsonSchema } from '@toolwright/contract';
import { setMember } from '@toolwright/json';
import { canonicalSchema, commentText, withDefinitions } from '@toolwright/json-schema';
import type { PromisedTool } from '../prove.js';
import { kindOf } from '../runtime/media-kind.js';
import { DocumentSchemas } from './document-schemas.js';
import type { Part } from './documents.js';
import type { ImportedClient } from './import-openapi.js';
import type { PrintedOperation } from './print-client.js';
import { descriptionOf, resultSchema } from './print-method.js';
import { isBinary } from './read-content.js';

/**
 * Returns the tools that a document promises, from the document itself. Of an import, it takes only the names and the texts of tools, the
 * names of arguments, and which media type is sent.
 */
export function documentTools(client: ImportedClient): readonly PromisedTool[] {
  const { documents, isOld, closed, operations } = client;
  const [address = ''] = documents.addresses;
  const schemas = new DocumentSchemas(documents, isOld);
  const whole = (schema: JsonSchema): JsonSchema => withDefinitions(schema, schemas.definitions);
  return operations.map((printed) => {
    const { place, method, path } = printed.operation;
    const root = { value: Object(documents.root(address)), base: address };
    const item = schemas.documents.at(root, 'paths', path);
    const operation = schemas.documents.at(item, method.toLowerCase());
    const output = method === 'HEAD' ? undefined : result(operation, schemas);
    const description = commentText(descriptionOf(printed.operation));
    return {
      ...{ name: printed.name, place, description, isClosed: closed },
      parameters: whole(parameters(printed, item, operation, schemas)),
      output: output && whole(output),
    };
  });
}

const PLACES: readonly unknown[] = ['path', 'query', 'header', 'cookie'];

function parameters(
  { operation, input }: PrintedOperation,
  item: Part,
  own: Part,
  schemas: DocumentSchemas,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const add = (where: string, wire: string, schema: JsonSchema, isRequired: boolean): void => {
    const planned = input.arguments.find((one) => one.in === where && one.wire === wire);
    const name = planned?.name ?? wire;
    setMember(properties, name, schema);
    if (isRequired) required.push(name);
  };
  const found = new Map<string, Part>();
  for (const { value, base } of [item, own]) {
    for (const given of Array.isArray(value.parameters) ? value.parameters : []) {
      const parameter = schemas.documents.part(given, base) ?? { value: {}, base };
      const { in: where, name } = parameter.value;
      const isIgnored = where === 'header' && /^(?:accept|content-type|authorization)$/i.test(String(name));
      if (PLACES.includes(where) && typeof name === 'string' && !isIgnored)
        found.set(`${where} ${name}`, parameter);
    }
  }
  for (const [, name = ''] of operation.path.matchAll(/\{([^{}]*)\}/g)) {
    const undeclared = { value: { in: 'path', name, schema: { type: 'string' } }, base: own.base };
    if (!found.has(`path ${name}`)) found.set(`path ${name}`, undeclared);
  }
  for (const parameter of found.values()) {
    const { in: where, name, required: isNeeded } = parameter.value;
    const schema = parameterSchema(parameter, schemas);
    add(String(where), String(name), schema, isNeeded === true || where === 'path');
  }
  addBody(input.body, schemas.documents.at(own, 'requestBody'), add, schemas);
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function parameterSchema(parameter: Part, schemas: DocumentSchemas): JsonSchema {
  const { schema, content, description, deprecated, example, examples } = parameter.value;
  const [media = ''] = Object.keys(isRecord(content) ? content : {});
  const holder = schema === undefined ? schemas.documents.at(parameter, 'content', media) : parameter;
  const [first] = Object.keys(isRecord(examples) ? examples : {});
  const shown =
    example ??
    (first === undefined ? undefined : schemas.documents.at(parameter, 'examples', first).value.value);
  const given = holder.value.schema ?? { type: 'string' };
  const text = typeof description === 'string' ? commentText(description.trim()) : '';
  return {
    ...schemas.take({ value: given, base: holder.base }, 'request'),
    ...(text !== '' && { description: text }),
    ...(deprecated === true && { deprecated }),
    ...(shown !== undefined && { examples: [shown] as JsonSchema['examples'] & object }),
  };
}

type Add = (where: string, wire: string, schema: JsonSchema, isRequired: boolean) => void;

/** The members of a body are arguments of their own, unless the body is an argument. */
function addBody(
  body: PrintedOperation['input']['body'],
  request: Part,
  add: Add,
  schemas: DocumentSchemas,
): void {
  const [first] = Object.keys(schemas.documents.at(request, 'content').value);
  const type = body?.mediaType ?? first;
  if (type === undefined) return;
  const { required, description } = request.value;
  const schema = bodySchema(type, schemas.documents.at(request, 'content', type), schemas);
  const joined = canonicalSchema(withDefinitions(schema, schemas.definitions));
  const text = typeof description === 'string' ? commentText(description.trim()) : '';
  const isFlat = joined.properties !== undefined && (required === true || joined.required === undefined);
  if (body?.member === undefined && isFlat)
    for (const [name, member] of Object.entries(joined.properties ?? {}))
      add('body', name, member, joined.required?.includes(name) === true);
  else add('body', 'body', text === '' ? schema : { ...schema, description: text }, required === true);
}

function bodySchema(
  type: string,
  { value: { schema: value }, base }: Part,
  schemas: DocumentSchemas,
): JsonSchema {
  const whole = schemas.documents.part(value, base) ?? { value: {}, base };
  const kind = kindOf(type, isBinary(whole));
  if (kind === 'bytes') return { type: 'string', contentEncoding: 'base64' };
  const types = [whole.value.type ?? 'object'].flat();
  const isText =
    kind === 'text' && types.some((one) => one === 'object' || one === 'array' || one === 'null');
  if (isText) return { type: 'string' };
  return schemas.take({ value, base }, kind === 'multipart' ? 'form' : 'request');
}

/** Returns the schema of what an operation returns; undefined if that is not JSON. */
function result(operation: Part, schemas: DocumentSchemas): JsonSchema | undefined {
  const all = schemas.documents.at(operation, 'responses');
  const good = Object.keys(all.value).filter((status) => /^2(?:\d\d|XX)$/i.test(status));
  const contents = (good.length > 0 ? good : ['default']).flatMap((status) =>
    Object.hasOwn(all.value, status) ? [schemas.documents.at(all, status, 'content')] : [],
  );
  const isJson = (content: Part, type: string): boolean =>
    kindOf(type, isBinary(schemas.documents.at(content, type, 'schema'))) === 'json';
  const types = contents.map((content) => Object.keys(content.value).find((type) => isJson(content, type)));
  if (types.every((type) => type === undefined)) return undefined;
  const results = contents.flatMap((content, index): (JsonSchema | undefined)[] => {
    const type = types[index];
    if (type === undefined) return Object.keys(content.value).length === 0 ? [undefined] : [];
    const media = schemas.documents.at(content, type);
    return [schemas.take({ value: media.value.schema, base: media.base }, 'answer')];
  });
  return resultSchema(results);
}
