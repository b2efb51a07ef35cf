import { withoutInherited } from '@toolwright/schema';
import type { Ajv2020, Options } from 'ajv/dist/2020.js';
import { jsonEqual } from './keywords/json-equal.js';
import loaders from './load-ajv.cjs';

/** An AJV with formats, for data of any kind. */
export function createAjv(options: Options): Ajv2020 {
  const { Ajv2020 } = loaders.loadAjv();
  const ajv = new Ajv2020({ ...options, code: { lines: true, process: withoutInherited } });
  loaders.loadAddFormats().default(ajv);
  // What AJV compares values with calls a `toString` and a `valueOf` that these bring along, and throws where they are no functions.
  ajv.scope.value('func', { key: loaders.loadEqual().default, ref: jsonEqual });
  return ajv;
}
