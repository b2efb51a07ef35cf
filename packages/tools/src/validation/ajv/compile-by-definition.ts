import type { JsonSchema } from '@toolwright/contract';
import { findByPointer } from '@toolwright/schema';
import type { Ajv2020, KeywordCxt } from 'ajv/dist/2020.js';
import { createVerdicts } from '../keywords/create-verdicts.js';
import loaders from './load-ajv.cjs';

/**
 * Compiles a schema of known keywords and each of its definitions by itself, so that long chains of references do not overflow the
 * stack, and so that each object is held once to each definition. The validator tells whether a value is valid, but not why.
 * @param ajv For this schema alone: its references are compiled in another way from now on.
 */
export function compileByDefinition(schema: JsonSchema, ajv: Ajv2020): (value: unknown) => boolean {
  const { _ } = loaders.loadAjv();
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
  // More are found while these are compiled.
  for (const [ref, definition] of definitions) {
    // What a `$ref` of a known schema points at is a schema.
    definition.accepts = verdicts.remember(ajv.compile(findByPointer(schema, ref) as JsonSchema));
  }
  return verdicts.forget(accepts);
}

/** Called by what refers to it, whichever of the two is compiled first. */
interface Definition {
  accepts: (value: unknown) => boolean;
}
