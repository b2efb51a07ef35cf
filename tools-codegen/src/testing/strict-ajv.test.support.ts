import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A validator that refuses unclear schemas and reads only own members of values. */
export function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictTuples: false,
    allowUnionTypes: true,
    ownProperties: true,
  });
  addFormats.default(ajv);
  return ajv;
}
