import { ToolwrightError } from '@toolwright/contract';
import { renderFunction } from './render-function.js';
import { parseTemplate, type Template } from './template.js';
import { variableText } from './variable-text.js';

/** What a prompt is filled with. In templates, objects appear as JSON, and null counts as missing. */
export type PromptVars = Readonly<Record<string, unknown>>;

/** A prompt in code: `({ name, tone = 'friendly' }) => …`. It must be pure: it may run more than once for one text. */
export type PromptFunction<Vars extends object = never> = (vars: Vars) => string;

/** A prompt as it was added. */
export type Prompt = string | PromptFunction;

type Renderer = (vars: PromptVars) => string;

interface Entry {
  readonly prompt: Prompt;
  readonly render: Renderer;
  /** Undefined for functions. */
  readonly variables: readonly string[] | undefined;
}

/** Prompts by name, shared by any number of agents. */
export class PromptRegistry {
  readonly #prompts = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();

  /**
   * Adds a prompt, or replaces the one of that name.
   * @param prompt a template, in which `{name}` is a variable and `{{` or `}}` a brace, or a function of the variables.
   * @throws ToolwrightError `INVALID_PROMPT` for a malformed template or an empty name.
   */
  addPrompt<Vars extends object = PromptVars>(name: string, prompt: string | PromptFunction<Vars>): this {
    if (typeof name !== 'string' || name === '') {
      throw new ToolwrightError('INVALID_PROMPT', 'A prompt needs a name.', { blame: 'developer' });
    }
    this.#prompts.set(name, createEntry(name, prompt));
    for (const listener of [...this.#listeners]) listener();
    return this;
  }

  /** The prompt as it was added, not rendered. */
  getPrompt(name: string): Prompt | undefined {
    return this.#prompts.get(name)?.prompt;
  }

  has(name: string): boolean {
    return this.#prompts.has(name);
  }

  /** Names, in the order in which they were first added. */
  listPrompts(): string[] {
    return [...this.#prompts.keys()];
  }

  /** The variables of a template, in the order in which they first stand in it; undefined for a function, and for no prompt. */
  variables(name: string): readonly string[] | undefined {
    return this.#prompts.get(name)?.variables;
  }

  /**
   * Calls `listener` after each prompt that is added. What it throws comes out of `addPrompt`.
   * @returns Ends it.
   */
  onChange(listener: () => void): () => void {
    // Each call adds a function of its own, so that one listener may be added twice and ended once.
    const added = (): void => listener();
    this.#listeners.add(added);
    return () => {
      this.#listeners.delete(added);
    };
  }

  /**
   * The text of a prompt, or undefined where there is none of that name.
   * @throws ToolwrightError `MISSING_VARIABLE` for a variable that has neither a value nor a default.
   */
  render(name: string, vars: PromptVars = {}): string | undefined {
    return this.#prompts.get(name)?.render(vars);
  }
}

function createEntry<Vars extends object>(name: string, prompt: string | PromptFunction<Vars>): Entry {
  if (typeof prompt === 'string') {
    const template = parseTemplate(prompt, name);
    const names = template.flatMap((part) => (part.type === 'variable' ? [part.name] : []));
    return {
      prompt,
      render: (vars) => renderTemplate(name, template, vars),
      variables: [...new Set(names)],
    };
  }
  if (typeof prompt !== 'function') {
    throw new ToolwrightError('INVALID_PROMPT', `Prompt '${name}' is neither a text nor a function.`, {
      blame: 'developer',
    });
  }
  // Which variables a function wants is known to whoever wrote both; what is missing is found while it runs.
  const render: Renderer = (vars) => renderFunction(name, prompt as Renderer, vars);
  return { prompt, render, variables: undefined };
}

function renderTemplate(name: string, template: Template, vars: PromptVars): string {
  let text = '';
  for (const part of template) {
    text += part.type === 'text' ? part.text : variableText(name, part.name, vars);
  }
  return text;
}
