import { isRecord } from '@toolwright/contract';
import { kindOf, type MediaKind } from './media-kind.js';
import type { ReadContext } from './read-context.js';
import type { WrittenForm } from './read-parameters.js';

/** Reads how the members of a form are written. A file may also have its media type in its schema. */
export function readForms(
  kind: MediaKind,
  encoding: unknown,
  schema: unknown,
  base: string,
  place: string,
  { documents, note }: ReadContext,
): Readonly<Record<string, WrittenForm>> {
  if (kind !== 'form' && kind !== 'multipart') return {};
  const target = documents.resolve({ value: schema, base, pointer: '#' })?.value;
  const members = isRecord(target) && isRecord(target.properties) ? target.properties : {};
  const given = isRecord(encoding) ? encoding : {};
  const forms = [...new Set([...Object.keys(members), ...Object.keys(given)])].flatMap((name) => {
    const own = Object.hasOwn(given, name) ? given[name] : undefined;
    const { style, explode, contentType, headers }: Record<string, unknown> = isRecord(own) ? own : {};
    if (headers !== undefined) note(place, `the headers of the part ${JSON.stringify(name)} are left out`);
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
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
