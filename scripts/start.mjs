/** `npm start`: installs, builds, runs codegen and plays the quickstart. Arguments go to the quickstart. */
import { play } from './workspace.mjs';

process.exit(await play('examples/quickstart', process.argv.slice(2)));
