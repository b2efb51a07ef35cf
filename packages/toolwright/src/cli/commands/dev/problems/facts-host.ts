/** The process that reads what the tools of a project can do and how they have changed. It ends when it has told that. */
import { loadCodegen } from '../../../load/load-optional.js';
import { tell } from './problem-messages.js';
import { readFacts } from './read-facts.js';

process.on('disconnect', () => process.exit());

async function run(): Promise<void> {
  const codegen = await loadCodegen({ importCodegen: () => import('@toolwright/codegen') });
  tell({ type: 'facts', facts: await readFacts(codegen, process.cwd()) });
  process.disconnect();
}

void run();
