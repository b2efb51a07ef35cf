import type { Ajv2020, Options } from 'ajv/dist/2020.js';
import loaders from './load-ajv.cjs';

/** An AJV with formats, for data of any kind. */
export function createAjv(options: Options): Ajv2020 {
  const { Ajv2020 } = loaders.loadAjv();
  const ajv = new Ajv2020(options);
  loaders.loadAddFormats().default(ajv);
  return ajv;
}
