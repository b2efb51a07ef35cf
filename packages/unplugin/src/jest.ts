import { createGenerator } from '@toolwright/codegen';
import { runCodegen } from './run-codegen.js';

/**
 * For Jest's `globalSetup`: runs codegen for the project in the current folder before the tests; in watch mode, before each run.
 */
export default async function globalSetup(): Promise<void> {
  const { warnings, failure } = await runCodegen(createGenerator());
  if (failure !== undefined) throw failure;
  if (warnings !== '') process.stderr.write(`${warnings}\n`);
}
