import { createClient } from 'toolwright';
import type { LLMProvider } from 'toolwright/types';
import { createScriptedModel } from './scripted-model.js';

/** A real model with `OPENAI_API_KEY`, and otherwise one that needs no network. */
export function createModel(): LLMProvider {
  return process.env.OPENAI_API_KEY
    ? createClient({ provider: 'openai', model: 'gpt-5-mini' })
    : createScriptedModel();
}
