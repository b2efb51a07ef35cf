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

/** Prompts by name, shared by any number of agents. */
export class PromptRegistry {
  readonly #prompts = new Map<string, { readonly prompt: Prompt; readonly render: Renderer }>();

  /**
   * Adds a prompt, or replaces the one of that name.
   * @param prompt a template, in which `{name}` is a variable and `{{` or `}}` a brace, or a function of the variables.
   * @throws ToolwrightError `INVALID_PROMPT` for a malformed template or an empty name.
   */
  addPrompt<Vars extends object = PromptVars>(name: string, prompt: string | PromptFunction<Vars>): this {
    if (typeof name !== 'string' || name === '') {
      throw new ToolwrightError('INVALID_PROMPT', 'A prompt needs a name.', { blame: 'developer' });
    }
    this.#prompts.set(name, { prompt, render: createRenderer(name, prompt) });
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

  /**
   * The text of a prompt, or undefined where there is none of that name.
   * @throws ToolwrightError `MISSING_VARIABLE` for a variable that has neither a value nor a default.
   */
  render(name: string, vars: PromptVars = {}): string | undefined {
    return this.#prompts.get(name)?.render(vars);
  }
}

function createRenderer<Vars extends object>(name: string, prompt: string | PromptFunction<Vars>): Renderer {
  if (typeof prompt === 'string') {
    const template = parseTemplate(prompt, name);
    return (vars) => renderTemplate(name, template, vars);
  }
  if (typeof prompt !== 'function') {
    throw new ToolwrightError('INVALID_PROMPT', `Prompt '${name}' is neither a text nor a function.`, {
      blame: 'developer',
    });
  }
  // Which variables a function wants is known to whoever wrote both; what is missing is found while it runs.
  return (vars) => renderFunction(name, prompt as Renderer, vars);
}

function renderTemplate(name: string, template: Template, vars: PromptVars): string {
  let text = '';
  for (const part of template) {
    text += part.type === 'text' ? part.text : variableText(name, part.name, vars);
  }
  return text;
}
