import { shown } from '@toolwright/program/compiler';
import type { SchemaPart } from '../schema-parts.js';
import { START } from './clause.js';
import { literalsOf } from './literals.js';

const ITEM = '(?:"[^"]{1,100}"|\'[^\']{1,100}\'|`[^`]{1,100}`|[\\w.+-]{0,63}[\\w+-])';
/** Excludes the comma, after which a list may continue, and opening brackets, which may qualify the last value. */
const LIST_END = String.raw`(?= ?(?:$|[;()\]—–]|\.(?!\d)))`;
const LIST = new RegExp(
  `${START}(?:must be |should be |is )?(?:one of|either|(?:allowed|possible|valid|accepted)(?: values)?(?: are)?):? ` +
    `(${ITEM}(?:(?: ?[,|/] ?(?:(?:or|and) )?| or | and )${ITEM}){1,200})${LIST_END}`,
  'giu',
);

/** Finds a list of values in the text that contradicts the schema's list. */
export function findOtherValues(text: string, { schema }: SchemaPart): string | undefined {
  const literals = new Set([...literalsOf(schema)].map(String));
  if (literals.size === 0) return undefined;
  for (const [, list = ''] of text.matchAll(LIST)) {
    const stated = [...list.matchAll(new RegExp(ITEM, 'gu'))]
      .map(([item]) => ({ value: item.replace(/^["'`]|["'`]$/g, ''), isWord: /^\w/.test(item) }))
      .filter(({ value, isWord }) => !(isWord && /^(?:or|and)$/i.test(value)));
    // Without a literal of the schema, the text is an ordinary sentence, such as "one of the cities".
    if (!stated.some(({ value }) => literals.has(value))) continue;
    const extra = stated.find(({ value }) => !literals.has(value));
    if (extra) return `The text allows ${shown(extra.value)}, which the schema refuses.`;
    const values = new Set(stated.map(({ value }) => value));
    const missing = [...literals].find((literal) => !values.has(literal));
    if (missing !== undefined)
      return `The text lists the values without ${shown(missing)}, which the schema allows.`;
  }
  return undefined;
}
