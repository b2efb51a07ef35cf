import { createGenerator } from '@toolwright/codegen';
import { runCodegen } from './run-codegen.js';

/**
 * For `globalSetup` of Jest: brings the generated module up to date before the tests, in watch mode before each run of them. The project
 * is that of the folder in which Jest runs.
 */
export default async function globalSetup(): Promise<void> {
  const { warnings, failure } = await runCodegen(createGenerator());
  if (failure !== undefined) throw failure;
  if (warnings !== '') process.stderr.write(`${warnings}\n`);
}
