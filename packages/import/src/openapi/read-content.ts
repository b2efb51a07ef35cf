import { isRecord, type JsonSchema } from '@toolwright/contract';
import { isWithin, kindOf, type MediaKind, sentType } from '../runtime/media-kind.js';
import type { Part } from './documents.js';
import { type ReadContext, textOf } from './read-context.js';
import { readForms } from './read-forms.js';
import type { WrittenForm } from './read-parameters.js';

export interface ReadBody {
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  /** How members of a form are written, where it is not as usual. */
  readonly forms: Readonly<Record<string, WrittenForm>>;
}

/** What an operation returns. */
export interface ReadResponses {
  readonly kind: 'json' | 'text' | 'bytes' | 'none';
  /** The schemas of successful answers; undefined for one without content. */
  readonly results: readonly (JsonSchema | undefined)[];
  readonly errors: readonly ReadError[];
  /** The media type to ask for, unless it is that of JSON. */
  readonly accept: string | undefined;
}

export interface ReadError {
  /** Undefined for `4XX` and `default`. */
  readonly status: number | undefined;
  readonly description: string;
  readonly schema: JsonSchema | undefined;
}

/** Reads the body of a request. */
export function readBody(operation: Part, place: string, context: ReadContext): ReadBody | undefined {
  const { documents, note } = context;
  if (operation.value.requestBody === undefined) return undefined;
  const request = documents.at(operation, 'requestBody');
  const content = documents.at(request, 'content');
  const mediaType = pick(content);
  if (mediaType === undefined) {
    note(place, 'the request body has no content, or no target, and is left out');
    return undefined;
  }
  const others = Object.keys(content.value).filter((type) => type !== mediaType);
  if (others.length > 0) note(place, `the body is sent as ${mediaType}, not as ${others.join(', ')}`);
  const media = documents.at(content, mediaType);
  const kind = kindOf(mediaType, isBinary(documents.at(media, 'schema')));
  const sent = sentType(mediaType, kind);
  if (!isWithin(sent, mediaType)) note(place, `the body is sent as ${sent}, not as ${mediaType}`);
  if (!isRecord(media.value.schema) && kind === 'json')
    note(place, 'the request body has no schema, and is any value');
  return {
    mediaType,
    kind,
    isRequired: request.value.required === true,
    description: textOf(request.value.description),
    schema: bodySchema(mediaType, kind, media, place, context),
    forms: readForms(kind, media, place, context),
  };
}

function bodySchema(
  mediaType: string,
  kind: MediaKind,
  media: Part,
  place: string,
  { schemas, documents, note }: ReadContext,
): JsonSchema {
  if (kind === 'bytes') return { type: 'string', contentEncoding: 'base64' };
  const { schema: value } = media.value;
  if (!isRecord(value)) return kind === 'text' ? { type: 'string' } : {};
  const types = [documents.at(media, 'schema').value.type ?? []].flat();
  if (kind === 'text' && (types.length === 0 || !types.every((type) => SCALARS.has(type)))) {
    note(place, `no value is written as ${mediaType}: the body is its text, and its schema is left out`);
    return { type: 'string' };
  }
  const { discriminator, oneOf, anyOf } = documents.at(media, 'schema').value;
  if (isRecord(discriminator) && oneOf === undefined && anyOf === undefined)
    note(
      place,
      'the types that the discriminator of the body names are left out: only the members that all have',
    );
  return schemas.read({ value, base: media.base }, kind === 'multipart' ? 'form' : 'input');
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/** An answer that a document names, with the media type that is read of it. */
interface Response extends Part {
  readonly status: string;
  readonly type: string | undefined;
  /** The schema and its document. */
  readonly media: Part;
}

/** Reads what an operation returns, and with which errors it fails. */
export function readResponses(operation: Part, place: string, context: ReadContext): ReadResponses {
  const { documents, schemas, note } = context;
  const { value: given, base } = documents.at(operation, 'responses');
  const responses = Object.entries(given).flatMap(([status, value]): Response[] => {
    if (status.startsWith('x-')) return [];
    const found = documents.part(value, base);
    if (found === undefined) {
      note(place, `the response ${JSON.stringify(status)} has no target, and is left out`);
      return [];
    }
    const content = documents.at(found, 'content');
    const type = pick(content);
    return [{ ...found, status, type, media: documents.at(content, type ?? '') }];
  });
  const isSuccess = ({ status }: Response): boolean => /^2(?:\d\d|XX)$/i.test(status);
  const hasSuccess = responses.some(isSuccess);
  const successes = responses.filter((one) => isSuccess(one) || (!hasSuccess && one.status === 'default'));
  const errors = responses.filter((one) => !successes.includes(one) && /^(?:[45]|default)/.test(one.status));
  return {
    ...readSuccesses(successes, place, context),
    errors: errors.map(({ status, value: { description }, type, media }) => {
      const { schema } = media.value;
      const isRead = type !== undefined && kindOf(type) === 'json' && isRecord(schema);
      return {
        status: /^\d{3}$/.test(status) ? Number(status) : undefined,
        description: textOf(description),
        schema: isRead ? schemas.read({ value: schema, base: media.base }, 'output') : undefined,
      };
    }),
  };
}

function readSuccesses(
  successes: readonly Response[],
  place: string,
  { documents, schemas, note }: ReadContext,
): Omit<ReadResponses, 'errors'> {
  const resultKind = (type: string, media: Part): 'json' | 'text' | 'bytes' => {
    const found = kindOf(type, isBinary(documents.at(media, 'schema')));
    return found === 'json' || found === 'text' ? found : 'bytes';
  };
  const kinds = new Set(
    successes.flatMap(({ type, media }) => (type === undefined ? [] : [resultKind(type, media)])),
  );
  const [kind = 'none'] = kinds.has('json') ? ['json' as const] : [...kinds];
  if (kinds.size > 1) note(place, `results that are not ${kind} are left out: ${[...kinds].join(', ')}`);
  const types = successes.flatMap(({ type, media }) =>
    type !== undefined && resultKind(type, media) === kind ? [type] : [],
  );
  const [accept] = types.includes('application/json') || types.includes('*/*') ? [] : types;
  if (kind !== 'json') return { kind, accept, results: [] };
  const results = successes.flatMap(({ type, media }): (JsonSchema | undefined)[] => {
    if (type === undefined) return [undefined];
    const { schema: value } = media.value;
    if (resultKind(type, media) !== 'json') return [];
    return [value === undefined ? {} : schemas.read({ value, base: media.base }, 'output')];
  });
  return { kind, accept, results };
}

/** Whether the values of a schema are bytes. */
export function isBinary({ value }: Part): boolean {
  return value.type === 'string' && value.format === 'binary';
}

/** Picks the media type that says most about its values. */
function pick({ value }: Part): string | undefined {
  const types = Object.keys(value);
  const kinds: readonly MediaKind[] = ['json', 'form', 'multipart', 'text'];
  const found = kinds.flatMap((kind) => types.find((type) => kindOf(type) === kind) ?? []);
  return found[0] ?? types[0];
}
