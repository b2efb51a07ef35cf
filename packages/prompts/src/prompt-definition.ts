import type { JsonObject, ToolSource } from '@toolwright/contract';
import type { Parser } from './parser.js';
import type { TagSet } from './tags.js';

/** What a prompt is filled with. In templates, objects appear as JSON, and null counts as missing. */
export type PromptVars = Readonly<Record<string, unknown>>;

/** A prompt in code: `({ name, tone = 'friendly' }) => …`. It must be pure: it may run more than once for one text. */
export type PromptFunction<Vars extends object = never> = (vars: Vars) => string;

/** What an answer to a prompt needs, and how it is read. Handlers inherit all of it. */
export interface PromptParts<Output = unknown> {
  /** How answers are read. Default: by the tags, or as the text that they are. */
  readonly parser?: Parser<Output> | undefined;
  /** What answers are made of; required tags are checked before the parser reads the answer. */
  readonly tags?: TagSet | undefined;
  readonly tools?: ToolSource | undefined;
  /** Servers whose tools are offered as well, each with a name of its own. Who calls the model connects to them. */
  readonly mcpServers?: readonly McpServer[] | undefined;
  /** A hint that answers need the web: true, or the provider's options for it. Dropped where the model cannot search. */
  readonly webSearch?: boolean | JsonObject | undefined;
  /** A hint that answers need a computer to work with. Who calls the model provides its tools. */
  readonly computerUse?: ComputerUse | undefined;
}

/** What `new Prompt` takes. */
export interface PromptDefinition<Vars extends object = PromptVars, Output = unknown>
  extends PromptParts<Output> {
  /** For messages and for stored dialogs; a registry names prompts by their paths. Default: `prompt`. */
  readonly name?: string | undefined;
  /** A template, in which `{name}` is a variable and `{{` or `}}` a brace, or a function of the variables. */
  readonly template: string | PromptFunction<Vars>;
  /** What the model is told of an answer that cannot be read. Default: what is wrong with it. */
  readonly exceptionHandler?: Handler<ExceptionVars, Output> | undefined;
  /** What the model is told after each step of tool calls. Default: nothing but their results. */
  readonly interruptHandler?: Handler<InterruptVars, Output> | undefined;
  /** What the model is told when calls must stop: to answer plainly. */
  readonly finalHandler?: Handler<FinalVars, Output> | undefined;
}

/** A prompt that goes on with the conversation of another one, and inherits what it does not say itself. */
export type Handler<Vars extends object, Output> =
  | string
  | PromptFunction<Vars>
  | (PromptParts<Output> & Pick<PromptDefinition<Vars, Output>, 'name' | 'template'>);

/** What an exception handler is filled with. */
export type ExceptionVars = {
  /** What is wrong, in words for the model. */
  readonly error: string;
  /** The answer that could not be read. */
  readonly answer: string;
  /** Counts failed answers, from 1. */
  readonly attempt: number;
};

/** What an interrupt handler is filled with. */
export type InterruptVars = {
  /** One line for each call of the step: its tool, and whether it failed or was a repetition. */
  readonly calls: string;
  /** Counts steps, from 1. */
  readonly step: number;
};

/** What a final handler is filled with. */
export type FinalVars = {
  /** What ran out: `iterations`, `tool-calls`, `tokens`, `cost` or `time`. */
  readonly limit: string;
};

/** How to reach a server of the Model Context Protocol, and what of it may be used. */
export type McpServer = McpServerUse &
  (
    | {
        readonly name: string;
        /** A program that speaks the protocol on its standard input and output. */
        readonly command: string;
        readonly args?: readonly string[] | undefined;
        readonly env?: Readonly<Record<string, string>> | undefined;
      }
    | {
        readonly name: string;
        readonly url: string;
        readonly headers?: Readonly<Record<string, string>> | undefined;
      }
  );

/** What of a server may be used, and who calls it. */
export interface McpServerUse {
  /** The tools that may be used, by the server's own names. Default: all. */
  readonly allow?: readonly string[] | undefined;
  /** Whether its tools need a person's approval: all, or those of these names. Default: none. */
  readonly needsApproval?: boolean | readonly string[] | undefined;
  /** Stands before the names of its tools. Default: the server's name and `_`. */
  readonly prefix?: string | undefined;
  /** What a provider that calls the server tells its model of it. */
  readonly description?: string | undefined;
  /** Who calls it: the model's provider, or this program. Default: the provider where it can, and where the server is public. */
  readonly via?: 'provider' | 'client' | undefined;
}

/** The screen that a model works with; sizes in pixels. */
export interface ComputerUse {
  readonly displayWidth: number;
  readonly displayHeight: number;
  readonly environment?: 'browser' | 'linux' | 'mac' | 'windows' | undefined;
}
