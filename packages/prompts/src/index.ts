export { type Prompt, type PromptFunction, PromptRegistry, type PromptVars } from './prompt-registry.js';
export { escapeTemplate } from './template.js';
