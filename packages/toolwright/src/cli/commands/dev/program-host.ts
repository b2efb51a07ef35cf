/** The process that has the user's modules: `toolwright dev` forks it with what to load, as JSON. */
import { hostProgram } from '@toolwright/studio/server';
import { loadProgram, type ProgramReferences } from './load-program.js';

// The command's own text, see `programModule`.
const references = JSON.parse(process.argv[2] ?? '{}') as ProgramReferences;
void hostProgram(() => loadProgram(references, process.cwd()));
