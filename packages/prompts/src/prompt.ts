import { ToolwrightError } from '@toolwright/contract';
import { createRenderer, type Renderer } from './create-renderer.js';
import type { Parser } from './parser.js';
import type {
  ExceptionVars,
  FinalVars,
  Handler,
  InterruptVars,
  PromptDefinition,
  PromptParts,
  PromptVars,
} from './prompt-definition.js';
import { checkTags, type TagSet, type TagsOutput } from './tags.js';

/** A text for a model, bundled with all that its answer needs: how it is read, what it is made of, tools, and what to say on the way. */
export interface Prompt<Vars extends object = PromptVars, Output = unknown>
  extends Readonly<PromptParts<Output>> {
  readonly name: string;
  readonly template: PromptDefinition<Vars, Output>['template'];
  /** The handlers, with what they have inherited. */
  readonly exceptionHandler: Prompt<ExceptionVars, Output> | undefined;
  readonly interruptHandler: Prompt<InterruptVars, Output> | undefined;
  readonly finalHandler: Prompt<FinalVars, Output> | undefined;
  /** The variables of a template, in the order in which they first stand in it; undefined for a function. */
  readonly variables: readonly string[] | undefined;
  /** @throws ToolwrightError `MISSING_VARIABLE` for a variable that has neither a value nor a default */
  render(vars?: Vars): string;
  /**
   * A prompt that differs from this one in what is given. Tags without a parser are read by the parser of tags, whatever
   * this prompt has.
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

/** The type of answers follows from the parser, else from the tags; without both they are texts. */
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
      throw invalidPrompt(`The parser of prompt '${name}' is neither a function nor has 'parse'.`);
    }
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
    // What is not changed was of the right type before.
    return new BundledPrompt(merge(this.#definition, changes)) as Prompt<PromptVars, Output>;
  }

  #handler<Vars extends PromptVars>(
    kind: string,
    handler: Handler<Vars, unknown> | undefined,
  ): Prompt<Vars> | undefined {
    if (handler === undefined) return undefined;
    const own = typeof handler === 'object' ? handler : { template: handler };
    // Which variables it is filled with is known to whoever calls the model.
    const template = own.template as PromptDefinition['template'];
    const named = own.name === undefined || own.name === UNNAMED ? `${this.name} (${kind})` : own.name;
    const definition = { ...merge(parts(this), parts(own)), name: named, template };
    return new BundledPrompt(definition) as Prompt<PromptVars> as Prompt<Vars>;
  }
}

/** Bundles a text with all that its answer needs; see the interface of the same name. */
// The overloads are what callers see: one implementation serves them, whatever the types of variables and answers are.
export const Prompt: PromptConstructor = BundledPrompt as PromptConstructor;

const UNNAMED = 'prompt';

function parts({ parser, tags, tools, mcpServers, webSearch, computerUse }: PromptParts): PromptParts {
  return { parser, tags, tools, mcpServers, webSearch, computerUse };
}

/** What is given wins; tags without a parser take the place of the parser as well. */
function merge<Definition extends PromptParts>(base: Definition, changes: PromptParts): Definition {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const parser = changes.tags !== undefined && changes.parser === undefined ? { parser: undefined } : {};
  return { ...base, ...parser, ...given };
}

/** Calls say by its name which server they went to, and the names of its tools begin with it. */
function checkServers({ mcpServers = [] }: PromptParts, prompt: string): void {
  const names = mcpServers.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  throw invalidPrompt(`The prompt '${prompt}' has two MCP servers named '${repeated}'.`);
}

function invalidPrompt(message: string): ToolwrightError {
  return new ToolwrightError('INVALID_PROMPT', message, { blame: 'developer' });
}
