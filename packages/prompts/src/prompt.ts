import { checkOptions, optionsOf, ToolwrightError } from '@toolwright/contract';
import { createRenderer, type Renderer } from './create-renderer.js';
import type { Parser } from './parser.js';
import type {
  ExceptionVars,
  FinalVars,
  Handler,
  InterruptVars,
  McpServer,
  PromptDefinition,
  PromptParts,
  PromptVars,
} from './prompt-definition.js';
import { checkTags, type TagSet, type TagsOutput } from './tags.js';

/** A prompt template with everything needed to process its answer: parser, tags, tools and handlers. */
export interface Prompt<Vars extends object = PromptVars, Output = unknown>
  extends Readonly<PromptParts<Output>> {
  readonly name: string;
  readonly template: PromptDefinition<Vars, Output>['template'];
  /** The handlers, including everything that they inherit. */
  readonly exceptionHandler: Prompt<ExceptionVars, Output> | undefined;
  readonly interruptHandler: Prompt<InterruptVars, Output> | undefined;
  readonly finalHandler: Prompt<FinalVars, Output> | undefined;
  /** The variables of a template, in order of first use; undefined for a function. */
  readonly variables: readonly string[] | undefined;
  /** @throws ToolwrightError `MISSING_VARIABLE` for a variable that has neither a value nor a default */
  render(vars?: Vars): string;
  /**
   * Returns a copy of this prompt with changes. New tags without a parser remove this prompt's parser.
   */
  extend<Other>(changes: Changes<Vars, Other> & { readonly parser: Parser<Other> }): Prompt<Vars, Other>;
  extend<const Tags extends TagSet>(
    changes: Changes<Vars, TagsOutput<Tags>> & { readonly tags: Tags; readonly parser?: undefined },
  ): Prompt<Vars, TagsOutput<Tags>>;
  extend(
    changes: Changes<Vars, Output> & { readonly tags?: undefined; readonly parser?: undefined },
  ): Prompt<Vars, Output>;
}

type Changes<Vars extends object, Output> = Partial<PromptDefinition<Vars, Output>>;

/** The constructor of `Prompt`. The parser or the tags determine the type of answers. Without either, answers are strings. */
export interface PromptConstructor {
  /** @throws ToolwrightError `INVALID_PROMPT` */
  new <Vars extends object = PromptVars, Output = unknown>(
    definition: PromptDefinition<Vars, Output> & { readonly parser: Parser<Output> },
  ): Prompt<Vars, Output>;
  new <Vars extends object = PromptVars, const Tags extends TagSet = TagSet>(
    definition: PromptDefinition<Vars, TagsOutput<Tags>> & {
      readonly tags: Tags;
      readonly parser?: undefined;
    },
  ): Prompt<Vars, TagsOutput<Tags>>;
  new <Vars extends object = PromptVars>(
    definition: PromptDefinition<Vars, string> & { readonly tags?: undefined; readonly parser?: undefined },
  ): Prompt<Vars, string>;
  readonly prototype: Prompt;
}

class BundledPrompt implements Prompt<PromptVars, unknown> {
  readonly name: string;
  readonly template: PromptDefinition['template'];
  readonly parser: PromptParts['parser'];
  readonly tags: PromptParts['tags'];
  readonly tools: PromptParts['tools'];
  readonly mcpServers: PromptParts['mcpServers'];
  readonly webSearch: PromptParts['webSearch'];
  readonly computerUse: PromptParts['computerUse'];
  readonly exceptionHandler: Prompt<ExceptionVars> | undefined;
  readonly interruptHandler: Prompt<InterruptVars> | undefined;
  readonly finalHandler: Prompt<FinalVars> | undefined;
  readonly #definition: PromptDefinition;
  readonly #renderer: Renderer;

  constructor(definition: PromptDefinition) {
    const {
      name = UNNAMED,
      template,
      parser,
      tags,
      exceptionHandler,
      interruptHandler,
      finalHandler,
    } = definition;
    if (typeof name !== 'string' || name === '') throw invalidPrompt('A prompt needs a name.');
    if (parser !== undefined && typeof parser !== 'function' && typeof parser.parse !== 'function') {
      throw invalidPrompt(`The parser of prompt '${name}' must be a function or have a method 'parse'.`);
    }
    checkOptions(definition, DEFINITION, 'Prompt');
    if (tags !== undefined) checkTags(tags, name);
    checkServers(definition, name);
    this.name = name;
    this.template = template;
    this.parser = parser;
    this.tags = tags;
    this.tools = definition.tools;
    this.mcpServers = definition.mcpServers;
    this.webSearch = definition.webSearch;
    this.computerUse = definition.computerUse;
    this.#definition = definition;
    this.#renderer = createRenderer(name, template);
    this.exceptionHandler = this.#handler('exceptionHandler', exceptionHandler);
    this.interruptHandler = this.#handler('interruptHandler', interruptHandler);
    this.finalHandler = this.#handler('finalHandler', finalHandler);
  }

  get variables(): readonly string[] | undefined {
    return this.#renderer.variables;
  }

  render(vars: PromptVars = {}): string {
    return this.#renderer.render(vars);
  }

  extend<Output>(changes: Changes<PromptVars, Output>): Prompt<PromptVars, Output> {
    // Unchanged parts already have the right type.
    return new BundledPrompt(merge(this.#definition, changes)) as Prompt<PromptVars, Output>;
  }

  #handler<Vars extends PromptVars>(
    kind: string,
    handler: Handler<Vars, unknown> | undefined,
  ): Prompt<Vars> | undefined {
    if (handler === undefined) return undefined;
    const own = typeof handler === 'object' ? handler : { template: handler };
    // The caller of the model passes the variables.
    const template = own.template as PromptDefinition['template'];
    const named = own.name === undefined || own.name === UNNAMED ? `${this.name} (${kind})` : own.name;
    const definition = { ...merge(parts(this), parts(own)), name: named, template };
    return new BundledPrompt(definition) as Prompt<PromptVars> as Prompt<Vars>;
  }
}

/** Implements the interface `Prompt`. */
// One implementation serves all overloads, whatever the types of variables and answers.
export const Prompt: PromptConstructor = BundledPrompt as PromptConstructor;

const UNNAMED = 'prompt';

function parts({ parser, tags, tools, mcpServers, webSearch, computerUse }: PromptParts): PromptParts {
  return { parser, tags, tools, mcpServers, webSearch, computerUse };
}

/** Merges changes into a definition. New tags without a parser remove the old parser. */
function merge<Definition extends PromptParts>(base: Definition, changes: PromptParts): Definition {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const parser = changes.tags !== undefined && changes.parser === undefined ? { parser: undefined } : {};
  return { ...base, ...parser, ...given };
}

const DEFINITION = optionsOf<PromptDefinition>()({
  'a list': 'mcpServers',
  'an object': 'tags tools computerUse',
  anything: 'name template parser webSearch exceptionHandler interruptHandler finalHandler',
});
const SERVER = optionsOf<McpServer>()({
  'a string': 'name command url prefix description via',
  'a list': 'args allow',
  'an object': 'env headers',
  anything: 'needsApproval',
});

/** Checks that server names are unique, because calls and tool names contain them. */
function checkServers({ mcpServers = [] }: PromptParts, prompt: string): void {
  for (const [index, server] of mcpServers.entries()) checkOptions(server, SERVER, `mcpServers[${index}]`);
  const names = mcpServers.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  throw invalidPrompt(`The prompt '${prompt}' has two MCP servers named '${repeated}'.`);
}

function invalidPrompt(message: string): ToolwrightError {
  return new ToolwrightError('INVALID_PROMPT', message, { blame: 'developer' });
}
