import type { JsonObject, LimitName, ToolSource } from '@toolwright/contract';
import type { Parser } from './parser.js';
import type { TagSet } from './tags.js';

/** The variables of a prompt. In templates, objects are written as JSON, and null counts as missing. */
export type PromptVars = Readonly<Record<string, unknown>>;

/** A prompt as a function: `({ name, tone = 'friendly' }) => …`. It must be pure, because it may run more than once per rendering. */
export type PromptFunction<Vars extends object = never> = (vars: Vars) => string;

/** The tools and the answer format of a prompt. Handlers inherit them. */
export interface PromptParts<Output = unknown> {
  /** The parser for answers. Default: answers are split into the tags or, without tags, kept as text. */
  readonly parser?: Parser<Output> | undefined;
  /** The tags of answers. Required tags are checked before the parser runs. */
  readonly tags?: TagSet | undefined;
  readonly tools?: ToolSource | undefined;
  /** MCP servers whose tools are also offered. Each server needs a unique name. The caller of the model connects to them. */
  readonly mcpServers?: readonly McpServer[] | undefined;
  /** Enables web search: true, or the provider's options for it. Ignored if the model does not support it. */
  readonly webSearch?: boolean | JsonObject | undefined;
  /** Requests a computer for the model to use. The caller of the model provides its tools. */
  readonly computerUse?: ComputerUse | undefined;
}

/** The argument of `new Prompt`. */
export interface PromptDefinition<Vars extends object = PromptVars, Output = unknown>
  extends PromptParts<Output> {
  /** The prompt's name in messages and stored dialogs. In a registry, its path replaces it. Default: `prompt`. */
  readonly name?: string | undefined;
  /** A function of the variables, or a template: `{name}` is a variable, and `{{` and `}}` are literal braces. */
  readonly template: string | PromptFunction<Vars>;
  /** The message to the model about an unreadable answer. Default: a description of the problem. */
  readonly exceptionHandler?: Handler<ExceptionVars, Output> | undefined;
  /** A message to the model after each step of tool calls. Default: only the results. */
  readonly interruptHandler?: Handler<InterruptVars, Output> | undefined;
  /** The message to the model when it must stop calling tools. Default: a request to answer without tools. */
  readonly finalHandler?: Handler<FinalVars, Output> | undefined;
}

/** A prompt that continues the conversation of another prompt, and inherits the settings that it does not define. */
export type Handler<Vars extends object, Output> =
  | string
  | PromptFunction<Vars>
  | (PromptParts<Output> & Pick<PromptDefinition<Vars, Output>, 'name' | 'template'>);

/** The variables of an exception handler. */
export type ExceptionVars = {
  /** The problem, described for the model. */
  readonly error: string;
  /** The unreadable answer. */
  readonly answer: string;
  /** The number of failed answers, starting at 1. */
  readonly attempt: number;
};

/** The variables of an interrupt handler. */
export type InterruptVars = {
  /** One line for each call of the step: its tool, and whether it succeeded, failed or was repeated. */
  readonly calls: string;
  /** The number of the step, starting at 1. */
  readonly step: number;
};

/** The variables of a final handler. */
export type FinalVars = {
  /** The limit that was reached. */
  readonly limit: LimitName;
};

/** How to reach an MCP server, and which of its tools may be used. */
export type McpServer = McpServerUse &
  (
    | {
        readonly name: string;
        /** A program that serves MCP on its standard input and output. */
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

/** Which tools of a server may be used, and what calls it. */
export interface McpServerUse {
  /** The tools that may be used, by the server's own names. Default: all. */
  readonly allow?: readonly string[] | undefined;
  /** Which tools need a person's approval: all (true), none (false), or a list of names. Default: none. */
  readonly needsApproval?: boolean | readonly string[] | undefined;
  /** The prefix of the tool names. Default: the server's name and `_`. */
  readonly prefix?: string | undefined;
  /** The server's description for the model, if the provider calls the server. */
  readonly description?: string | undefined;
  /** Whether the model's provider or this program calls the server. Default: the provider, if it can reach the server. */
  readonly via?: 'provider' | 'client' | undefined;
}

/** The screen that a model uses. Sizes are in pixels. */
export interface ComputerUse {
  readonly displayWidth: number;
  readonly displayHeight: number;
  readonly environment?: 'browser' | 'linux' | 'mac' | 'windows' | undefined;
}
