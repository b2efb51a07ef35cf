import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { missingVariable } from './missing-variable.js';

type Vars = Readonly<Record<string, unknown>>;
type Render = (vars: Vars) => string;

/**
 * Runs a prompt function and detects missing variables: those without which it fails, and those that it prints as "undefined". A variable
 * with a default is never missing.
 */
export function renderFunction(name: string, render: Render, vars: Vars): string {
  const absent = new Set<string>();
  let text: unknown;
  try {
    text = render(watched(vars, absent));
  } catch (error) {
    const missed = [...absent].filter((variable) => needs(render, vars, absent, variable));
    throw missed.length > 0 ? missingVariable(name, missed, vars, error) : error;
  }
  if (typeof text !== 'string') throw noText(name, text);
  if (absent.size === 0 || !text.includes('undefined')) return text;
  const rendered = text;
  const missed = [...absent].filter((variable) => printsUndefined(render, vars, variable, rendered));
  if (missed.length > 0) throw missingVariable(name, missed, vars);
  return text;
}

/** Wraps the variables in a proxy that records which absent variables are read. */
function watched(vars: Vars, absent: Set<string>): Vars {
  return new Proxy(vars, {
    get(target, key) {
      if (typeof key === 'symbol') return Reflect.get(target, key);
      const value = Object.hasOwn(target, key) ? target[key] : undefined;
      if (value === undefined) absent.add(key);
      return value;
    },
  });
}

/** Whether the function fails because this variable is missing: with a value, it succeeds or fails differently. */
function needs(render: Render, vars: Vars, absent: ReadonlySet<string>, variable: string): boolean {
  const others = [...absent].filter((name) => name !== variable).map((name) => [name, marker(name)]);
  const filled = { ...vars, ...Object.fromEntries(others) };
  return failure(render, filled) !== failure(render, { ...filled, [variable]: marker(variable) });
}

function failure(render: Render, vars: Vars): string | undefined {
  try {
    render(vars);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/** Whether a value for the variable would appear exactly where the text says "undefined". */
function printsUndefined(render: Render, vars: Vars, variable: string, text: string): boolean {
  try {
    const marked = render({ ...vars, [variable]: marker(variable) });
    return marked.includes(marker(variable)) && marked.replaceAll(marker(variable), 'undefined') === text;
  } catch {
    // The function fails with a value but runs without one, so the variable is optional.
    return false;
  }
}

function marker(variable: string): string {
  return `\u0000${variable}\u0000`;
}

function noText(name: string, value: unknown): ToolwrightError {
  return new ToolwrightError(
    'INVALID_PROMPT',
    `Prompt '${name}' returned ${value === null ? 'null' : `a value of type ${typeof value}`}, not a string.`,
    {
      blame: 'developer',
      hint: 'Return a string from the prompt function, not a promise.',
    },
  );
}
