import { isToolwrightError } from 'toolwright';
import { agent, registry } from './agent.js';

async function main(): Promise<void> {
  // A direct call: the compiler checks the name, the arguments and the result.
  const days: number = await registry.call('daysBetween', { from: '2027-01-01', to: '2027-12-31' });
  console.log(`A direct call: daysBetween gives ${days}.\n`);

  const question = process.argv.slice(2).join(' ') || 'What time is it in Oslo?';
  const { finalResponse } = await agent.run(question);
  console.log(`\n${question}\n${finalResponse}`);
  console.log('\nTo run the agent on a page that shows each step: npm run studio');
}

main().catch((error: unknown) => {
  console.error(isToolwrightError(error) && error.hint ? `${error.message} ${error.hint}` : error);
  process.exitCode = 1;
});
