import { ToolwrightError } from '@toolwright/contract';

/** Creates the error for variables without values, with the prompt's name and the given variables. */
export function missingVariable(
  prompt: string,
  variables: readonly string[],
  given: Readonly<Record<string, unknown>>,
  cause?: unknown,
): ToolwrightError {
  const names = variables.map((name) => `'${name}'`).join(', ');
  const wants = variables.length === 1 ? `the variable ${names}` : `the variables ${names}`;
  const present = Object.entries(given).map(([name, value]) =>
    value === undefined || value === null ? `${name} (as ${value})` : name,
  );
  return new ToolwrightError(
    'MISSING_VARIABLE',
    `Prompt '${prompt}' needs ${wants}. Given: ${present.join(', ') || 'none'}.`,
    {
      blame: 'developer',
      hint: `Pass ${variables.length === 1 ? 'a value' : 'values'} to render, or to the agent as systemPromptVars.`,
      cause,
    },
  );
}
