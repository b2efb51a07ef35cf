import { createInterface } from 'node:readline/promises';
import { isToolwrightError } from 'toolwright';
import { agent } from './agent.js';

/** Prints tool calls and the answer as they come. The agent remembers the conversation. */
async function ask(question: string): Promise<void> {
  for await (const event of agent.runStream(question)) {
    if (event.type === 'text-delta') process.stdout.write(event.text);
    if (event.type === 'tool-call') console.log(`  ${event.name} ${event.arguments}`);
    if (event.type === 'run-end' && event.result.status === 'error')
      console.log(event.result.errors.join('\n'));
  }
  process.stdout.write('\n');
}

async function talk(): Promise<void> {
  const question = process.argv.slice(2).join(' ');
  if (question !== '' || !process.stdin.isTTY) return ask(question || 'Water the plants');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.setPrompt('> ');
  terminal.prompt();
  for await (const line of terminal) {
    if (line.trim() !== '') await ask(line);
    terminal.prompt();
  }
}

async function main(): Promise<void> {
  await talk();
  console.log('\nTo run the agent on a page that shows each step: npm run studio');
}

main().catch((error: unknown) => {
  console.error(isToolwrightError(error) && error.hint ? `${error.message} ${error.hint}` : error);
  process.exitCode = 1;
});
