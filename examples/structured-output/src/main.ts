import { Agent, createClient } from 'toolwright';
import type { Recipe } from './recipe.js';
import { startScriptedModel } from './scripted-model.js';
import { RecipeSchema } from './toolwright.gen.js';

const scripted = process.env.OPENAI_API_KEY ? undefined : await startScriptedModel();
if (scripted)
  console.log('OPENAI_API_KEY is not set, so the model is SCRIPTED: a server on this machine plays it.\n');
const llmClient = scripted
  ? createClient({ provider: 'openai-compatible', model: 'scripted', baseUrl: scripted.url })
  : createClient({ provider: 'openai', model: process.env.TOOLWRIGHT_MODEL || 'gpt-5-mini' });

try {
  const agent = new Agent({ llmClient, systemPrompt: 'You are a cook.' });
  const question = process.argv.slice(2).join(' ') || 'A recipe for pancakes.';
  const { output, outputWarnings = [], errors } = await agent.run(question, { output: RecipeSchema });
  if (output === undefined) throw new Error(errors.join(' '));
  for (const error of errors) console.log(`Refused, and asked for again: ${error}\n`);
  for (const { message } of outputWarnings) console.log(`Repaired: ${message}`);
  print(output);
} finally {
  await scripted?.stop();
}

/** The schema is generated from the type, and the output has that type. */
function print({ name, serves, ingredients, steps }: Recipe): void {
  console.log(`\n${name}, for ${serves}`);
  for (const { amount, unit, name: what } of ingredients) console.log(`- ${amount} ${unit} ${what}`);
  for (const [index, step] of steps.entries()) console.log(`${index + 1}. ${step}`);
}
