/** `npm start`: installs, builds, runs codegen and starts the quickstart, which gets all arguments. */
import { play } from './workspace.mjs';

process.exit(await play('examples/quickstart', process.argv.slice(2)));
