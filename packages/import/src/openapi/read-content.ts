import { isRecord, type JsonSchema } from '@toolwright/contract';
import { kindOf, type MediaKind } from './media-kind.js';
import type { PartPlace, ReadContext } from './read-context.js';
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
export function readBody(
  given: unknown,
  { base, place }: PartPlace,
  context: ReadContext,
): ReadBody | undefined {
  if (given === undefined) return undefined;
  const found = context.documents.resolve({ value: given, base, pointer: '#' });
  if (found === undefined || !isRecord(found.value)) {
    context.note(place, 'the request body has no target, and is left out');
    return undefined;
  }
  const { content, required, description } = found.value;
  const [mediaType, media] = pick(content) ?? [];
  if (mediaType === undefined) {
    context.note(place, 'the request body has no content, and is left out');
    return undefined;
  }
  const others = Object.keys(isRecord(content) ? content : {}).filter((type) => type !== mediaType);
  if (others.length > 0) context.note(place, `the body is sent as ${mediaType}, not as ${others.join(', ')}`);
  const kind = kindOf(mediaType);
  const schema = isRecord(media) && isRecord(media.schema) ? media.schema : undefined;
  if (schema === undefined && kind === 'json')
    context.note(place, 'the request body has no schema, and is any value');
  return {
    mediaType,
    kind,
    isRequired: required === true,
    description: typeof description === 'string' ? description.trim() : '',
    schema: bodySchema(mediaType, kind, schema, found.base, place, context),
    forms: isRecord(media) ? readForms(kind, media.encoding, schema, found.base, place, context) : {},
  };
}

function bodySchema(
  mediaType: string,
  kind: MediaKind,
  schema: unknown,
  base: string,
  place: string,
  { schemas, documents, note }: ReadContext,
): JsonSchema {
  if (kind === 'multipart' && !/^multipart\/form-data/i.test(mediaType))
    note(place, `the body is sent as multipart/form-data, not as ${mediaType}`);
  if (kind === 'bytes') return { type: 'string', contentEncoding: 'base64' };
  if (schema === undefined) return kind === 'text' ? { type: 'string' } : {};
  if (kind === 'text') {
    const target = documents.resolve({ value: schema, base, pointer: '#' })?.value;
    const types = isRecord(target) ? [target.type ?? []].flat() : [];
    if (types.length === 0 || !types.every((type) => SCALARS.has(type))) {
      note(place, `no value is written as ${mediaType}: the body is its text, and its schema is left out`);
      return { type: 'string' };
    }
  }
  return schemas.read({ value: schema, base }, 'input', kind === 'multipart');
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/** Reads what an operation returns, and with which errors it fails. */
export function readResponses(
  given: unknown,
  { base, place }: PartPlace,
  context: ReadContext,
): ReadResponses {
  const responses = Object.entries(isRecord(given) ? given : {}).flatMap(([status, value]) => {
    const found = context.documents.resolve({ value, base, pointer: '#' });
    if (status.startsWith('x-')) return [];
    if (found !== undefined && isRecord(found.value))
      return [{ status, base: found.base, value: found.value }];
    context.note(place, `the response ${JSON.stringify(status)} has no target, and is left out`);
    return [];
  });
  const isSuccess = (status: string): boolean => /^2(?:\d\d|XX)$/i.test(status);
  const hasSuccess = responses.some(({ status }) => isSuccess(status));
  const successes = responses.filter(
    ({ status }) => isSuccess(status) || (!hasSuccess && status === 'default'),
  );
  const errors = responses.filter(
    (response) => !successes.includes(response) && /^(?:[45]|default)/.test(response.status),
  );
  return {
    ...readSuccesses(successes, place, context),
    errors: errors.map(({ status, base: own, value }) => {
      const [type, media] = pick(value.content) ?? [];
      const schema =
        type !== undefined && kindOf(type) === 'json' && isRecord(media) && isRecord(media.schema)
          ? media.schema
          : undefined;
      return {
        status: /^\d{3}$/.test(status) ? Number(status) : undefined,
        description: typeof value.description === 'string' ? value.description.trim() : '',
        schema: schema && context.schemas.read({ value: schema, base: own }, 'output'),
      };
    }),
  };
}

interface Response {
  readonly base: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function readSuccesses(
  successes: readonly Response[],
  place: string,
  { schemas, note }: ReadContext,
): Omit<ReadResponses, 'errors'> {
  const contents = successes.map((success) => ({ ...success, picked: pick(success.value.content) }));
  const kinds = new Set(
    contents.flatMap(({ picked }) => (picked === undefined ? [] : [resultKind(picked[0])])),
  );
  const [kind = 'none'] = kinds.has('json') ? ['json' as const] : [...kinds];
  if (kinds.size > 1) note(place, `results that are not ${kind} are left out: ${[...kinds].join(', ')}`);
  const types = contents.flatMap(({ picked }) =>
    picked !== undefined && resultKind(picked[0]) === kind ? [picked[0]] : [],
  );
  const [accept] = types.includes('application/json') || types.includes('*/*') ? [] : types;
  if (kind !== 'json') return { kind, accept, results: [] };
  const results = contents.flatMap(({ base, picked }): (JsonSchema | undefined)[] => {
    if (picked === undefined) return [undefined];
    const [type, media] = picked;
    if (resultKind(type) !== 'json') return [];
    const schema = isRecord(media) ? media.schema : undefined;
    return [schema === undefined ? {} : schemas.read({ value: schema, base }, 'output')];
  });
  return { kind, accept, results };
}

function resultKind(mediaType: string): 'json' | 'text' | 'bytes' {
  const kind = kindOf(mediaType);
  return kind === 'json' || kind === 'text' ? kind : 'bytes';
}

/** Picks the media type that says most about its values. */
function pick(content: unknown): readonly [mediaType: string, media: unknown] | undefined {
  const entries = Object.entries(isRecord(content) ? content : {});
  for (const kind of ['json', 'form', 'multipart', 'text'] as const) {
    const found = entries.find(([type]) => kindOf(type) === kind);
    if (found !== undefined) return found;
  }
  return entries[0];
}
