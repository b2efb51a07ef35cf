import type { GenerateOptions, JsonSchema } from '@toolwright/contract';
import { getDialect, isPossible } from '@toolwright/json-schema';
import { createRestoreText, type RestoreText } from './restore-text.js';

export interface EncodedAnswer {
  /** The options with the schema to send. */
  readonly asked: GenerateOptions['jsonResponse'];
  readonly strict: boolean;
  readonly warning: string | undefined;
  /** Undefined if answers do not have to be restored. */
  readonly restore: RestoreText | undefined;
}

type EncodedSchema = Omit<EncodedAnswer, 'asked'> & { readonly schema: JsonSchema };

/** Encodes an answer schema, in strict mode if possible. Each encoded schema is cached for the lifetime of the original schema. */
export class AnswerEncoder {
  readonly #strict: boolean;
  readonly #known = new WeakMap<JsonSchema, EncodedSchema>();

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  encode(asked: GenerateOptions['jsonResponse']): EncodedAnswer {
    if (typeof asked !== 'object') return { asked, strict: false, warning: undefined, restore: undefined };
    const { schema, ...encoded } = this.#encodeSchema(asked.schema);
    return { ...encoded, asked: { name: asked.name, schema } };
  }

  #encodeSchema(schema: JsonSchema): EncodedSchema {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const encoded = this.#strict ? lower(schema) : guiding(schema);
    this.#known.set(schema, encoded);
    return encoded;
  }
}

function lower(schema: JsonSchema): EncodedSchema {
  const { type, properties } = schema;
  if (type !== 'object' || properties === undefined)
    return guiding(schema, 'it must describe an object with properties');
  const lowered = getDialect('openai-strict').lower({ ...schema, type, properties });
  const lost = lowered.losses.find(({ kind }) => kind === 'impossible');
  if (!isPossible(lowered)) return guiding(schema, lost && `${lost.path || '/'}: ${lost.message}`);
  return {
    schema: lowered.schema,
    strict: true,
    warning: undefined,
    restore: createRestoreText(schema, lowered),
  };
}

/** Encodes a schema without strict mode. The model may ignore such a schema. */
function guiding(schema: JsonSchema, reason?: string): EncodedSchema {
  const warning = reason && `The schema of jsonResponse is sent without strict mode: ${reason}`;
  return { schema, strict: false, warning, restore: undefined };
}
