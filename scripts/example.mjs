/**
 * Installs, builds, runs codegen and starts an example with the arguments after its name.
 *
 * npm run example <name> -- [arguments]   from the top folder
 * npm start -- [arguments]                from the folder of the example
 */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { play, root } from './workspace.mjs';

const here = relative(root, process.cwd()).replaceAll('\\', '/');
const [name = '', ...rest] = process.argv.slice(2);
const [example, args] = here === '' ? [`examples/${name}`, rest] : [here, process.argv.slice(2)];
if (!existsSync(join(root, example, 'src/main.ts'))) {
  console.error(`There is no example '${name}'. Usage: npm run example <name> -- [arguments]`);
  process.exit(2);
}
process.exit(await play(example, args));
