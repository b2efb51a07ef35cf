import { jsonText } from './exact-json.js';
import { kindOf } from './media-kind.js';
import { type ParameterForm, textOf, within } from './parameters.js';

/**
 * Writes a form with files. `FormData` of the platform gives each part with a media type a file name, and changes line breaks of texts.
 * @throws Error for a value that cannot be sent
 */
export function writeMultipart(
  operation: string,
  members: object,
  forms: Readonly<Record<string, ParameterForm>>,
): { readonly body: Blob; readonly contentType: string } {
  const boundary = `toolwright-${crypto.randomUUID()}`;
  const parts = Object.entries(members).flatMap(([name, member]) => {
    const { contentType } = (Object.hasOwn(forms, name) ? forms[name] : undefined) ?? {};
    const isList = Array.isArray(member);
    return within(`${operation}: the part ${JSON.stringify(name)}`, () =>
      (isList ? member : [member]).flatMap((value: unknown, index) => {
        const file = isList && member.length > 1 ? `${name}-${index + 1}` : name;
        return writePart(boundary, name, value, file, contentType);
      }),
    );
  });
  return {
    body: new Blob([...parts, `--${boundary}--\r\n`]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Only bytes are files. */
function writePart(
  boundary: string,
  name: string,
  value: unknown,
  file: string,
  contentType: string | undefined,
): readonly (string | Uint8Array<ArrayBuffer>)[] {
  const isJson = contentType !== undefined && kindOf(contentType) === 'json';
  if (value === undefined || (value === null && !isJson)) return [];
  const isFile = value instanceof Uint8Array;
  const isData = typeof value === 'object' && !isFile;
  const type = contentType ?? (isFile ? 'application/octet-stream' : isData ? 'application/json' : undefined);
  const content = isFile ? value.slice() : isJson || isData ? jsonText(value) : textOf(value);
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${quoted(name)}"${isFile ? `; filename="${quoted(file)}"` : ''}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ];
  return [`${head.join('\r\n')}\r\n\r\n`, content, '\r\n'];
}

/** Escapes a name: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function quoted(name: string): string {
  return textOf(name).replace(/["\r\n]/g, encodeURIComponent);
}
