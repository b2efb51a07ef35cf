import { isRecord } from '@toolwright/contract';
import { kindOf, type MediaKind } from '../runtime/media-kind.js';
import type { Part } from './documents.js';
import type { ReadContext } from './read-context.js';
import type { WrittenForm } from './read-parameters.js';

/** Reads how the members of a form are written. A file may also have its media type in its schema. */
export function readForms(
  kind: MediaKind,
  media: Part,
  place: string,
  { documents, note }: ReadContext,
): Readonly<Record<string, WrittenForm>> {
  if (kind !== 'form' && kind !== 'multipart') return {};
  const members = documents.at(media, 'schema', 'properties');
  const encoding = documents.at(media, 'encoding');
  const names = new Set([...Object.keys(members.value), ...Object.keys(encoding.value)]);
  const forms = [...names].flatMap((name) => {
    const { style, explode, contentType, headers } = documents.at(encoding, name).value;
    if (headers !== undefined) note(place, `the headers of the part ${JSON.stringify(name)} are left out`);
    const member = Object.hasOwn(members.value, name) ? members.value[name] : undefined;
    const type = contentType ?? (isRecord(member) ? member.contentMediaType : undefined);
    const form = kind === 'multipart' ? partForm(type) : fieldForm(type, style, explode);
    if (form === undefined)
      note(place, `the form of ${JSON.stringify(name)}, ${JSON.stringify(type)}, is not supported`);
    return form === undefined || Object.keys(form).length === 0 ? [] : [[name, form] as const];
  });
  return Object.fromEntries(forms);
}

/** A part with a choice of media types is sent without one. */
function partForm(type: unknown): WrittenForm {
  return typeof type === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? { contentType: type } : {};
}

function fieldForm(type: unknown, style: unknown, explode: unknown): WrittenForm | undefined {
  if (style === undefined && explode === undefined && typeof type === 'string' && type !== 'text/plain')
    return kindOf(type) === 'json' ? { style: 'json' } : undefined;
  return {
    ...(typeof style === 'string' && style !== 'form' && { style }),
    ...(typeof explode === 'boolean' && { explode }),
  };
}
