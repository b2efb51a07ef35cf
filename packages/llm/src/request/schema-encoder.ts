import type { GenerateOptions, ToolSpec } from '@toolwright/contract';
import type { Restores } from '../reply/reply-restorer.js';
import { AnswerEncoder } from './answer-encoder.js';
import type { ToolListEncoder } from './tool-encoder.js';

export interface EncodedSchemas<Tool> {
  readonly tools: readonly Tool[];
  /** The options with the schema of the answer as it goes over the wire. */
  readonly options: GenerateOptions;
  /** Whether the answer is bound to its schema. */
  readonly strictAnswer: boolean;
  /** How the reply is turned back. */
  readonly restores: Restores;
  /** What is sent without strict mode, a sentence each. */
  readonly warnings: readonly string[];
}

/** Lowers all schemas of a request, and knows the way back. */
export class SchemaEncoder<Tool extends object> {
  readonly #tools: ToolListEncoder<Tool>;
  readonly #answers: AnswerEncoder;

  constructor(tools: ToolListEncoder<Tool>, strictAnswers: boolean) {
    this.#tools = tools;
    this.#answers = new AnswerEncoder(strictAnswers);
  }

  encode(specs: readonly ToolSpec[], options: GenerateOptions): EncodedSchemas<Tool> {
    const { tools, warnings, restores: calls } = this.#tools.encode(specs);
    const { asked, strict, warning, restore: answer } = this.#answers.encode(options.jsonResponse);
    return {
      tools,
      options: asked === options.jsonResponse ? options : { ...options, jsonResponse: asked },
      strictAnswer: strict,
      restores: { calls, answer },
      warnings: warning === undefined ? warnings : [...warnings, warning],
    };
  }
}
