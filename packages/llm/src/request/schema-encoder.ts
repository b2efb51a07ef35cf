import type { GenerateOptions, ToolSpec } from '@toolwright/contract';
import type { Restores } from '../reply/reply-restorer.js';
import { AnswerEncoder } from './answer-encoder.js';
import type { ToolListEncoder } from './tool-encoder.js';

export interface EncodedSchemas<Tool> {
  readonly tools: readonly Tool[];
  /** The options, including the answer schema to send. */
  readonly options: GenerateOptions;
  /** Whether strict mode enforces the schema of the answer. */
  readonly strictAnswer: boolean;
  readonly restores: Restores;
  /** A warning for each schema that is sent without strict mode. */
  readonly warnings: readonly string[];
}

/** Lowers all schemas of a request, and creates the functions that restore the reply. */
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
