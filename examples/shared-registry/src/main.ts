import { Agent, createClient, createConsoleLogger, ToolRegistry } from 'toolwright';
import { Library } from './library.js';
import { QUESTIONS, startScriptedModel } from './scripted-model.js';
import { manifest } from './toolwright.gen.js';

// One registry with one library in it. Both agents have all tools of the registry, and see what the other one does.
const registry = new ToolRegistry(manifest).registerFrom(new Library());

const scripted = process.env.OPENAI_API_KEY ? undefined : await startScriptedModel();
if (scripted)
  console.log('OPENAI_API_KEY is not set, so the model is SCRIPTED: a server on this machine plays it.\n');
const llmClient = scripted
  ? createClient({ provider: 'openai-compatible', model: 'scripted', baseUrl: scripted.url })
  : createClient({ provider: 'openai', model: process.env.TOOLWRIGHT_MODEL || 'gpt-5-mini' });

const shared = { llmClient, toolRegistry: registry, logger: createConsoleLogger({ stream: process.stdout }) };
const desk = new Agent({ ...shared, name: 'desk', systemPrompt: 'You lend books to readers.' });
const buyer = new Agent({
  ...shared,
  name: 'buyer',
  systemPrompt: 'You buy two copies of what has run out last.',
});

try {
  for (const [index, question] of QUESTIONS.entries()) {
    const { status, errors } = await (index === 1 ? buyer : desk).run(question);
    if (status !== 'completed') throw new Error(`The run ended as "${status}". ${errors.join(' ')}`);
  }
  // The compiler knows the tools of the registry: the name, the arguments and the result.
  const shelf: Record<string, number> = await registry.call('shelf');
  console.log(`\nOn the shelf now: ${JSON.stringify(shelf)}`);
} finally {
  await scripted?.stop();
}
