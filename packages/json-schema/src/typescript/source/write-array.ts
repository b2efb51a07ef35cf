import type { JsonSchema } from '@toolwright/contract';
import { docComment } from '../doc-comment.js';
import type { SourceContext, SourcePlace } from './source-place.js';

/** Writes the type of an array or a tuple. */
export function writeArray(schema: JsonSchema, place: SourcePlace, context: SourceContext): string {
  const { prefixItems, items = true, minItems = 0, maxItems } = schema;
  const rest = (): string =>
    context.inline(items, { ...place, path: `${place.path}/items`, name: `${place.name}Item` });
  if (!Array.isArray(prefixItems) || prefixItems.length === 0) return items === false ? '[]' : `${rest()}[]`;
  const isClosed = items === false || maxItems === prefixItems.length;
  if (minItems > prefixItems.length) context.lose(place, 'minItems', 'a tuple has no such limit');
  if (maxItems !== undefined && maxItems !== prefixItems.length)
    context.lose(place, 'maxItems', 'a tuple has no such limit');
  if (minItems < prefixItems.length)
    context.lose(
      place,
      'prefixItems',
      'may be shorter, so that a missing element of a result may also be null',
    );
  const margin = `${place.margin}  `;
  const elements = prefixItems.map((element, index) => {
    const at = { path: `${place.path}/prefixItems/${index}`, name: `${place.name}${index + 1}`, margin };
    const { type, docs, constraints, outer } = context.write(element, at);
    const tags = [...docs.tags, ...constraints.map(({ tag }) => tag)];
    const whole = outer === 'union' ? `(${type})` : type;
    return `${docComment({ text: docs.text, tags }, margin)}${margin}${whole}${index < minItems ? '' : '?'},\n`;
  });
  if (!isClosed) elements.push(`${margin}...${rest()}[],\n`);
  return `[\n${elements.join('')}${place.margin}]`;
}
