import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../process/version.js';

/** The script of the processes that `toolwright dev` starts. The first argument is a {@link DevRole}. */
export const DEV_PROCESS = fileURLToPath(new URL('bin/dev-process.js', packageFolder()));

/** `program` loads the user's modules, `problems` runs codegen after each change, and `facts` reads effects and the contract once. */
export type DevRole = 'program' | 'problems' | 'facts';
