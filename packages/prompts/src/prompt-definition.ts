import type { JsonObject, LimitName, ToolSource } from '@toolwright/contract';
import type { Parser } from './parser.js';
import type { TagSet } from './tags.js';

/** The variables of a prompt. In templates, objects appear as JSON, and null counts as missing. */
export type PromptVars = Readonly<Record<string, unknown>>;

/** A prompt in code: `({ name, tone = 'friendly' }) => …`. It must be pure: it may run more than once for one text. */
export type PromptFunction<Vars extends object = never> = (vars: Vars) => string;

/** The tools of a prompt, and how its answer is read. Handlers inherit all of it. */
export interface PromptParts<Output = unknown> {
  /** How answers are read. Default: by the tags, or as plain text. */
  readonly parser?: Parser<Output> | undefined;
  /** The parts of answers; required tags are checked before the parser reads the answer. */
  readonly tags?: TagSet | undefined;
  readonly tools?: ToolSource | undefined;
  /** Servers whose tools are offered as well, each with its own name. The caller of the model connects to them. */
  readonly mcpServers?: readonly McpServer[] | undefined;
  /** A hint that answers need the web: true, or the provider's options for it. Dropped where the model cannot search. */
  readonly webSearch?: boolean | JsonObject | undefined;
  /** A hint that answers need a computer. The caller of the model provides its tools. */
  readonly computerUse?: ComputerUse | undefined;
}

/** What `new Prompt` takes. */
export interface PromptDefinition<Vars extends object = PromptVars, Output = unknown>
  extends PromptParts<Output> {
  /** For messages and for stored dialogs; a registry names prompts by their paths. Default: `prompt`. */
  readonly name?: string | undefined;
  /** A template, in which `{name}` is a variable and `{{` or `}}` a brace, or a function of the variables. */
  readonly template: string | PromptFunction<Vars>;
  /** What to tell the model about an unreadable answer. Default: what is wrong with it. */
  readonly exceptionHandler?: Handler<ExceptionVars, Output> | undefined;
  /** What to tell the model after each step of tool calls. Default: only their results. */
  readonly interruptHandler?: Handler<InterruptVars, Output> | undefined;
  /** What to tell the model when calls must stop. Default: to answer in plain words. */
  readonly finalHandler?: Handler<FinalVars, Output> | undefined;
}

/** A prompt that continues the conversation of another prompt, and inherits the settings that it does not define. */
export type Handler<Vars extends object, Output> =
  | string
  | PromptFunction<Vars>
  | (PromptParts<Output> & Pick<PromptDefinition<Vars, Output>, 'name' | 'template'>);

/** The variables of an exception handler. */
export type ExceptionVars = {
  /** What is wrong, in words for the model. */
  readonly error: string;
  /** The unreadable answer. */
  readonly answer: string;
  /** Counts failed answers, from 1. */
  readonly attempt: number;
};

/** The variables of an interrupt handler. */
export type InterruptVars = {
  /** One line for each call of the step: its tool, and whether it failed or was a repetition. */
  readonly calls: string;
  /** Counts steps, from 1. */
  readonly step: number;
};

/** The variables of a final handler. */
export type FinalVars = {
  /** The limit that was reached. */
  readonly limit: LimitName;
};

/** How to reach a server of the Model Context Protocol, and which of its tools may be used. */
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

/** Which tools of a server may be used, and who calls it. */
export interface McpServerUse {
  /** The tools that may be used, by the server's own names. Default: all. */
  readonly allow?: readonly string[] | undefined;
  /** Whether its tools need a person's approval: all, or those of these names. Default: none. */
  readonly needsApproval?: boolean | readonly string[] | undefined;
  /** The prefix of its tool names. Default: the server's name and `_`. */
  readonly prefix?: string | undefined;
  /** The server's description for the model, if the provider calls the server. */
  readonly description?: string | undefined;
  /** Who calls it: the model's provider, or this program. Default: the provider, if it can and the server is public. */
  readonly via?: 'provider' | 'client' | undefined;
}

/** The screen that a model works with; sizes in pixels. */
export interface ComputerUse {
  readonly displayWidth: number;
  readonly displayHeight: number;
  readonly environment?: 'browser' | 'linux' | 'mac' | 'windows' | undefined;
}
