import { fileURLToPath } from 'node:url';
import { Agent, createConsoleLogger, PromptRegistry, ToolRegistry } from 'toolwright';
import { ANSWERS } from './answers.js';
import { connect } from './connect.js';
import { percentage, RepositoryTools } from './repository-tools.js';
import { manifest } from './toolwright.gen.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

// All agents share one registry and one set of prompts.
const registry = new ToolRegistry(manifest)
  .registerFrom(new RepositoryTools(repository))
  .register(percentage);
const prompts = new PromptRegistry();
prompts.addPrompt(
  'guide',
  'You show newcomers where things are in a repository. Use the tools; name files and lines.',
);
prompts.addPrompt(
  'auditor',
  'You report facts: sizes, shares, dependencies. Use the tools, never guess a number.',
);

console.log('\nTools that codegen found in src/repository-tools.ts:\n');
for (const { name, description, parameters } of registry.listTools()) {
  console.log(`  ${`${name}(${Object.keys(parameters.properties).join(', ')})`.padEnd(38)} ${description}`);
}

// The compiler checks the name, the arguments and the result of a direct call.
const eighth: number = await registry.call('percentage', { part: 1, whole: 8 });
console.log(`\nA direct call: percentage({ part: 1, whole: 8 }) is ${eighth}.\n`);

const logger = createConsoleLogger({ stream: process.stdout });
const connection = await connect();
console.log(`${connection.about}\n`);
try {
  const own = process.argv.slice(2).join(' ');
  const questions: [promptName: string, question: string][] = own
    ? [['guide', own]]
    : ANSWERS.map(({ asks, question }) => [asks, question]);
  for (const [name, question] of questions) {
    const agent = new Agent({
      name,
      llmClient: connection.client,
      toolRegistry: registry,
      promptRegistry: prompts,
      systemPromptName: name,
      logger,
    });
    const { status, errors } = await agent.runStream(question).result;
    if (status !== 'completed')
      throw new Error(`The run of ${name} ended as "${status}". ${errors.join(' ')}`);
  }
} finally {
  await connection.close();
}
