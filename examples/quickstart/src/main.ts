import { createConsoleLogger } from 'toolwright';
import { combineLoggers } from 'toolwright/logging';
import { createAgent, registry } from './agents.js';
import { ANSWERS } from './answers.js';
import { connect } from './connect.js';
import { keepLog, LOG_FILE } from './keep-log.js';

console.log('\nTools that codegen found in src/repository-tools.ts:\n');
for (const { name, description, parameters } of registry.listTools()) {
  console.log(`  ${`${name}(${Object.keys(parameters.properties).join(', ')})`.padEnd(38)} ${description}`);
}

// The compiler checks the name, the arguments and the result of a direct call.
const eighth: number = await registry.call('percentage', { part: 1, whole: 8 });
console.log(`\nA direct call: percentage({ part: 1, whole: 8 }) is ${eighth}.\n`);

const log = keepLog();
const logger = combineLoggers(createConsoleLogger({ stream: process.stdout }), log.logger);
const connection = await connect();
console.log(`${connection.about}\n`);
try {
  const own = process.argv.slice(2).join(' ');
  const questions: [promptName: string, question: string][] = own
    ? [['guide', own]]
    : ANSWERS.map(({ asks, question }) => [asks, question]);
  for (const [name, question] of questions) {
    const agent = createAgent(name, connection.client, logger);
    const { status, errors } = await agent.runStream(question).result;
    if (status !== 'completed')
      throw new Error(`The run of ${name} ended as "${status}". ${errors.join(' ')}`);
  }
} finally {
  await connection.close();
  await log.close();
}
console.log(`
See these runs in Studio, call the tools by hand, and ask the agents:

  cd examples/quickstart
  npx toolwright dev --registry dist/studio.js#registry \\
    --agent dist/studio.js#guide --agent dist/studio.js#auditor --log ${LOG_FILE}
`);
