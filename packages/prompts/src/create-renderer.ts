import { ToolwrightError } from '@toolwright/contract';
import type { PromptFunction, PromptVars } from './prompt-definition.js';
import { renderFunction } from './render-function.js';
import { parseTemplate, type Template } from './template.js';
import { variableText } from './variable-text.js';

export interface Renderer {
  readonly render: (vars: PromptVars) => string;
  /** The variables of a template; undefined for a function. */
  readonly variables: readonly string[] | undefined;
}

/** @throws ToolwrightError `INVALID_PROMPT` */
export function createRenderer<Vars extends object>(
  name: string,
  template: string | PromptFunction<Vars>,
): Renderer {
  if (typeof template === 'string') {
    const parsed = parseTemplate(template, name);
    const names = parsed.flatMap((part) => (part.type === 'variable' ? [part.name] : []));
    return { render: (vars) => renderTemplate(name, parsed, vars), variables: [...new Set(names)] };
  }
  if (typeof template !== 'function') {
    throw new ToolwrightError('INVALID_PROMPT', `Prompt '${name}' must be a string or a function.`, {
      blame: 'developer',
    });
  }
  // The variables of a function are unknown; missing variables are detected when it runs.
  const run = template as (vars: PromptVars) => string;
  return { render: (vars) => renderFunction(name, run, vars), variables: undefined };
}

function renderTemplate(name: string, template: Template, vars: PromptVars): string {
  let text = '';
  for (const part of template) {
    text += part.type === 'text' ? part.text : variableText(name, part.name, vars);
  }
  return text;
}
