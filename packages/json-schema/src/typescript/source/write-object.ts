import type { JsonSchema } from '@toolwright/contract';
import { escapeSegment } from '@toolwright/json';
import { docComment, quote } from '../doc-comment.js';
import { isIdentifier, typeName } from '../names.js';
import type { SourceContext, SourcePlace } from './source-place.js';
import { afterSign } from './union-text.js';

/** Writes the type of an object: its members with their comments, and an index signature for other members. */
export function writeObject(schema: JsonSchema, place: SourcePlace, context: SourceContext): string {
  const { properties = {}, required = [], additionalProperties = !context.closed } = schema;
  const margin = `${place.margin}  `;
  const write = (member: unknown, keyword: string, name: string): Member =>
    writeMember(member, { path: `${place.path}/${keyword}`, name: `${place.name}${name}`, margin }, context);
  const names = [...new Set([...Object.keys(properties), ...required])];
  const members = names.map((name) => {
    // A name of `required` is a member that the schema names, also in closed objects.
    const member = Object.hasOwn(properties, name) ? properties[name] : (schema.additionalProperties ?? true);
    return write(member, `properties/${escapeSegment(name)}`, typeName(name));
  });
  const others =
    additionalProperties === false ? undefined : write(additionalProperties, 'additionalProperties', 'Value');
  if (names.length === 0 && (others === undefined || others.comment === ''))
    return `Record<string,${afterSign(others?.type ?? 'never')}>`;
  const lines = members.map(({ type, comment }, index) => {
    const name = names[index] ?? '';
    const mark = required.includes(name) ? '' : '?';
    return `${comment}${margin}${isIdentifier(name) ? name : quote(name)}${mark}:${afterSign(type)};\n`;
  });
  if (others !== undefined) {
    const isWider =
      others.type === 'unknown' ||
      members.every(({ type }, index) => type === others.type && required.includes(names[index] ?? ''));
    if (!isWider)
      context.lose(
        place,
        'additionalProperties',
        'of a type of their own are `unknown` beside declared ones',
      );
    const { type, comment } = isWider ? others : { type: 'unknown', comment: '' };
    lines.push(`${comment}${margin}[key: string]:${afterSign(type)};\n`);
  }
  return `{\n${lines.join('')}${place.margin}}`;
}

interface Member {
  readonly type: string;
  readonly comment: string;
}

function writeMember(schema: unknown, place: SourcePlace, context: SourceContext): Member {
  const { type, docs, constraints } = context.write(schema, place);
  const tags = [...docs.tags, ...constraints.map(({ tag }) => tag)];
  return { type, comment: docComment({ text: docs.text, tags }, place.margin) };
}
