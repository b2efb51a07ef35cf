import { addExample } from './add-example.js';
import { addScripts } from './add-scripts.js';
import { nextSteps } from './next-steps.js';

/** Prepares the project in a folder; what is there already is left as it is. Returns what was done and what is next. */
export function prepareProject(dir: string): string {
  const done = [...addScripts(dir), addExample(dir)];
  const steps = nextSteps(dir).map((step, index) => `  ${index + 1}. ${step}`);
  return `${done.join('\n')}\n\nNext:\n${steps.join('\n')}\n`;
}
