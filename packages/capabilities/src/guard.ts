export { isMissing, kindOf, NO_WAIT } from './guard/file-kind.js';
export {
  isBinary,
  openInside,
  plainPath,
  refused,
  refusedPath,
  resolveInside,
} from './guard/open-inside.js';
export { type ProgramOptions, type ProgramResult, runProgram } from './guard/run-program.js';
