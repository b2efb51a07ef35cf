import {
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptReply,
  type ScriptRequest,
  type ScriptStep,
  scriptedModel as untypedModel,
} from '@toolwright/llm/testing';
import type { ArgumentsOf, ToolsOfSource } from '@toolwright/tools';
import type { NameOf } from '../tool-arguments.js';

/** A call of a tool of the registry. `arguments` may be left out if all of them may. */
export type CallOf<Tools> = {
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of arguments with nothing in them
  readonly [Name in NameOf<Tools>]: {} extends ArgumentsOf<Tools[Name]>
    ? FreeCall<Name, ArgumentsOf<Tools[Name]>>
    : BoundCall<Name, ArgumentsOf<Tools[Name]>>;
}[NameOf<Tools>];

// Not an intersection, so that the compiler's message is about the argument.
interface BoundCall<Name, Args> {
  /** Default: a new generated id for each call. */
  readonly id?: string;
  readonly name: Name;
  readonly arguments: Args;
}

interface FreeCall<Name, Args> {
  readonly id?: string;
  readonly name: Name;
  readonly arguments?: Args;
}

/** A reply whose calls are tools of the registry. */
export interface ReplyOf<Tools> extends Omit<ScriptReply, 'toolCalls'> {
  readonly toolCalls?: readonly CallOf<Tools>[];
}

type AnswerOf<Tools> = string | ReplyOf<Tools>;
/** A step of a script whose calls are tools of the registry. */
export type StepOf<Tools> =
  | AnswerOf<Tools>
  | ((request: ScriptRequest) => AnswerOf<Tools> | Promise<AnswerOf<Tools>>);

/** The steps of a script; of any tools without a registry. */
type StepsFor<Source> = unknown extends Source
  ? readonly ScriptStep[]
  : readonly StepOf<ToolsOfSource<Source>>[];

/** Creates a {@link ScriptedModel}. */
export interface CreateScriptedModel {
  /**
   * Creates a model for tests. Each request consumes the first step that matches it. A request without a matching step rejects with
   * `SCRIPT_MISMATCH`.
   * @typeParam Source `typeof registry`, for scripts whose names and arguments the compiler checks. Default: any calls.
   */
  <Source = unknown>(steps: StepsFor<Source>, options?: ScriptedModelOptions): ScriptedModel;
  /**
   * Creates a model for concurrent runs. `conversation` returns the steps for a user message. The number of assistant messages after
   * that message selects the step, so that runs cannot consume each other's steps.
   */
  byInput<Source = unknown>(
    conversation: (input: string) => StepsFor<Source>,
    options?: ScriptedModelOptions,
  ): ScriptedModel;
}

/**
 * Arguments as a model may write them: any text, such as malformed JSON. Its type fits every tool, because no tool has to accept it.
 */
export function rawArguments(text: string): never {
  return text as never;
}

/** Creates a model for tests, with typed scripts; see {@link CreateScriptedModel}. */
// Only the types differ.
export const scriptedModel = untypedModel as CreateScriptedModel;
