import { compilePattern, type Pattern, withoutInherited } from '@toolwright/json-schema';
import type { Ajv2020, KeywordCxt, Options } from 'ajv/dist/2020.js';
import { findRepeated } from '../keywords/find-repeated.js';
import { jsonEqual } from '../keywords/json-equal.js';
import { loadFormats, matches } from './formats.js';
import { loadAddFormats, loadAjv, loadEqual } from './load-ajv.js';

/** Creates an AJV instance with formats that is safe for malicious data. */
export function createAjv(options: Options): Ajv2020 {
  const { Ajv2020 } = loadAjv();
  const ajv = new Ajv2020({ ...options, code: { lines: true, process: withoutInherited, regExp } });
  loadAddFormats().default(ajv);
  const { url } = loadFormats();
  ajv.addFormat('url', (text) => matches(url, text));
  // AJV's comparison calls the `toString` and `valueOf` of values, and throws if they are not functions.
  ajv.scope.value('func', { key: loadEqual().default, ref: jsonEqual });
  return withUniqueItems(ajv);
}

/** Compiles patterns so that matching cannot take exponential time. */
const regExp = Object.assign((source: string, flags: string): Pattern => compilePattern(source, flags), {
  code: 'new RegExp',
});

/** Replaces AJV's `uniqueItems`, which compares all pairs of objects and does not detect a repeated string `__proto__`. */
function withUniqueItems(ajv: Ajv2020): Ajv2020 {
  const { _, str } = loadAjv();
  return ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: {
      message: ({ params: { pair } }) => str`must NOT have duplicate items (${pair})`,
      params: ({ params: { pair } }) => _`{i: ${pair}.i, j: ${pair}.j}`,
    },
    code: (context: KeywordCxt) => {
      const { gen, data, schema } = context;
      if (schema === false) return;
      const pair = gen.const('pair', _`${gen.scopeValue('func', { ref: findRepeated })}(${data})`);
      context.setParams({ pair });
      context.pass(_`${pair} === undefined`);
    },
  });
}
