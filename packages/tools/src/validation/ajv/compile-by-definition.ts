import type { JsonSchema } from '@toolwright/contract';
import { findTarget } from '@toolwright/json-schema';
import type { Ajv2020, KeywordCxt } from 'ajv/dist/2020.js';
import { createVerdicts } from '../keywords/create-verdicts.js';
import { loadAjv } from './load-ajv.js';

/**
 * Compiles a schema of supported keywords, and each of its definitions separately. Then long chains of references do not overflow the
 * stack, and each object is validated once per definition. The validator only returns whether a value is valid.
 * @param ajv an instance for this schema alone, because the compilation of references is replaced
 */
export function compileByDefinition(schema: JsonSchema, ajv: Ajv2020): (value: unknown) => boolean {
  const { _ } = loadAjv();
  const verdicts = createVerdicts();
  const definitions = new Map<string, Definition>();
  ajv.removeKeyword('$ref').addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    code: (context: KeywordCxt) => {
      const ref: string = context.schema;
      const definition = definitions.get(ref) ?? { accepts: () => false };
      definitions.set(ref, definition);
      context.pass(_`${context.gen.scopeValue('obj', { ref: definition })}.accepts(${context.data})`);
    },
  });
  const accepts = ajv.compile(schema);
  // Compiling a definition may add further definitions.
  for (const [ref, definition] of definitions) {
    definition.accepts = verdicts.remember(ajv.compile(findTarget(ref, schema) ?? {}));
  }
  return verdicts.forget(accepts);
}

/** A definition that can be referred to before it is compiled. */
interface Definition {
  accepts: (value: unknown) => boolean;
}
