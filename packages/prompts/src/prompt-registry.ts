import { describeUnknown, ToolwrightError } from '@toolwright/contract';
import { Prompt } from './prompt.js';
import type { PromptFunction, PromptVars } from './prompt-definition.js';

/** A prompt as it was added. */
export type AddedPrompt = string | PromptFunction | Prompt<never>;

interface Entry {
  readonly added: AddedPrompt;
  readonly prompt: Prompt;
  readonly tools: readonly string[];
}

/** Options of `new PromptRegistry`. */
export interface PromptRegistryOptions<ToolName extends string = string> {
  /** Restricts the option `tools` of `addPrompt`, at compile time only, to the tools of this registry. Default: any names. */
  readonly toolRegistry?: NamedTools<ToolName> | undefined;
}

/** A registry whose type contains the names of its tools, such as a `ToolRegistry` created from a manifest. */
export interface NamedTools<ToolName extends string = string> {
  listTools(): readonly object[];
  /** Only exists as a type. */
  namesTools?(name: ToolName): void;
}

/** Options of `addPrompt`. */
export interface PromptOptions<ToolName extends string = string> {
  /** The tools that the text mentions. An agent refuses to run with a prompt that mentions a tool that it does not have. */
  readonly tools?: readonly ToolName[] | undefined;
}

/** A registry of prompts by name, which several agents can share. Names may be paths, such as `root/task`. */
export class PromptRegistry<ToolName extends string = string> {
  #prompts = new Map<string, Entry>();
  #listeners = new Set<() => void>();
  /** The prefix of a scope. */
  #prefix = '';

  // biome-ignore lint/complexity/noUselessConstructor: the option exists for its type
  constructor(_options: PromptRegistryOptions<ToolName> = {}) {}

  /**
   * Adds a prompt, or replaces an existing one with the same name.
   * @throws ToolwrightError `INVALID_PROMPT` for a malformed template, an empty name, or tools that are not a list of names.
   */
  addPrompt<Vars extends object = PromptVars>(
    name: string,
    prompt: string | PromptFunction<Vars> | Prompt<Vars>,
    { tools = [] }: PromptOptions<ToolName> = {},
  ): this {
    if (typeof name !== 'string' || name === '') {
      throw new ToolwrightError('INVALID_PROMPT', 'A prompt needs a name.', {
        blame: 'developer',
        hint: "Pass a name: addPrompt('assistant', …).",
      });
    }
    const path = this.#prefix + name;
    checkToolNames(tools, path);
    this.#prompts.set(path, { added: prompt, prompt: named(path, prompt), tools: [...tools] });
    for (const listener of [...this.#listeners]) listener();
    return this;
  }

  /** Returns a view of this registry with a prefix: `scope('root').get('task')` is `get('root/task')`. Both share their prompts. */
  scope(name: string): PromptRegistry<ToolName> {
    if (typeof name !== 'string' || name === '') {
      throw new ToolwrightError('INVALID_PROMPT', 'A scope needs a name.', {
        blame: 'developer',
        hint: "Pass a name: scope('root').",
      });
    }
    const scope = new PromptRegistry<ToolName>();
    scope.#prompts = this.#prompts;
    scope.#listeners = this.#listeners;
    scope.#prefix = `${this.#prefix}${name}/`;
    return scope;
  }

  /**
   * Returns a prompt as a `Prompt` that is named by its whole path.
   * @throws ToolwrightError `INVALID_PROMPT` for an unknown name, with the known names
   */
  get(name: string): Prompt {
    const prompt = this.find(name);
    if (prompt !== undefined) return prompt;
    const { message } = describeUnknown('Prompt', `${this.#prefix}${name}`, this.listPrompts());
    throw new ToolwrightError('INVALID_PROMPT', message, {
      blame: 'developer',
      hint: 'Add it first, or correct the name.',
    });
  }

  /** Like {@link get}, but returns undefined for an unknown name. */
  find(name: string): Prompt | undefined {
    return this.#prompts.get(this.#prefix + name)?.prompt;
  }

  /** Finds a prompt by its whole path, which is its `name`, even from within a scope; undefined for an unknown path. */
  findByPath(path: string): Prompt | undefined {
    return this.#prompts.get(path)?.prompt;
  }

  /** Returns a prompt as it was added. */
  getPrompt(name: string): AddedPrompt | undefined {
    return this.#prompts.get(this.#prefix + name)?.added;
  }

  has(name: string): boolean {
    return this.#prompts.has(this.#prefix + name);
  }

  /** Lists the names in the order in which they were first added. A scope only lists its own prompts, without its prefix. */
  listPrompts(): string[] {
    return [...this.#prompts.keys()]
      .filter((path) => path.startsWith(this.#prefix))
      .map((path) => path.slice(this.#prefix.length));
  }

  /** Returns the variables of a template, in order of first use; undefined for a function or an unknown name. */
  variables(name: string): readonly string[] | undefined {
    return this.find(name)?.variables;
  }

  /** Returns the tools that a prompt was added with; undefined for an unknown name. */
  toolsOf(name: string): readonly string[] | undefined {
    return this.#prompts.get(this.#prefix + name)?.tools;
  }

  /**
   * Calls `listener` after each call of `addPrompt`, which throws the listener's errors.
   * @returns A function that removes the listener.
   */
  onChange(listener: () => void): () => void {
    // Creates a new function for each call, so that the same listener can be added twice and removed once.
    const added = (): void => listener();
    this.#listeners.add(added);
    return () => {
      this.#listeners.delete(added);
    };
  }

  /**
   * Renders a prompt; undefined for an unknown name.
   * @throws ToolwrightError `MISSING_VARIABLE` for a variable that has neither a value nor a default.
   */
  render(name: string, vars: PromptVars = {}): string | undefined {
    return this.find(name)?.render(vars);
  }
}

/** Checks tool names, because plain JavaScript may pass any value. */
function checkToolNames(tools: unknown, prompt: string): void {
  if (Array.isArray(tools) && tools.every((name) => typeof name === 'string' && name !== '')) return;
  throw new ToolwrightError('INVALID_PROMPT', `The tools of prompt '${prompt}' must be a list of names.`, {
    blame: 'developer',
    hint: "Pass the names: addPrompt('assistant', …, { tools: ['forecast'] }).",
  });
}

function named<Vars extends object>(
  name: string,
  added: string | PromptFunction<Vars> | Prompt<Vars>,
): Prompt {
  const isPrompt = typeof added === 'object' && added !== null;
  const prompt = isPrompt ? added.extend({ name }) : new Prompt({ name, template: added });
  // Its variables are unknown here; missing variables are detected when it is rendered.
  return prompt as Prompt;
}
