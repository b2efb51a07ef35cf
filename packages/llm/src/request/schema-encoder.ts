import type { GenerateOptions, ToolSpec } from '@toolwright/contract';
import type { DialectName } from '@toolwright/schema';
import { WarnOnce } from '../client/warn-once.js';
import type { Restores } from '../reply/reply-restorer.js';
import { AnswerEncoder } from './answer-encoder.js';
import type { ToolEncoder } from './tool-encoder.js';

export interface EncodedSchemas {
  readonly tools: readonly object[];
  /** The options with the schema of the answer as it goes over the wire. */
  readonly options: GenerateOptions;
  /** Whether the answer is bound to its schema. */
  readonly strictAnswer: boolean;
  /** How the reply is turned back. */
  readonly restores: Restores;
}

/** All schemas of a request, lowered, and the way back from them. Warns where one goes out without strict mode. */
export class SchemaEncoder {
  readonly #tools: Pick<ToolEncoder<DialectName>, 'encode'>;
  readonly #answers: AnswerEncoder;
  readonly #warnings = new WarnOnce();

  constructor(tools: Pick<ToolEncoder<DialectName>, 'encode'>, strictAnswers: boolean) {
    this.#tools = tools;
    this.#answers = new AnswerEncoder(strictAnswers);
  }

  encode(specs: readonly ToolSpec[], options: GenerateOptions): EncodedSchemas {
    const { tools, warnings, restores: calls } = this.#tools.encode(specs);
    const { asked, strict, warning, restore: answer } = this.#answers.encode(options.jsonResponse);
    for (const lost of warnings) this.#warnings.warn(options.onEvent, lost);
    if (warning !== undefined) this.#warnings.warn(options.onEvent, warning);
    return {
      tools,
      options: asked === options.jsonResponse ? options : { ...options, jsonResponse: asked },
      strictAnswer: strict,
      restores: { calls, answer },
    };
  }
}
