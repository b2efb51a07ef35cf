export { compareText } from './compare-text.js';
export { isJavaScriptFile } from './compiler/javascript-file.js';
export { slashed } from './compiler/slashed.js';
export { withinDepth } from './compiler/within-depth.js';
export { printDiagnostics } from './diagnostics/print-diagnostics.js';
export { printable, printablePath } from './diagnostics/printable.js';
export { knownSourceLine, MAX_SHOWN, readSourceLine, type SourceLine } from './diagnostics/source-line.js';
export { checkFacts, type FactCheck } from './disk/check-facts.js';
export type { Disk } from './disk/disk.js';
export { contradict, type Facts, joinFacts, projectFilesOf, withoutDependencies } from './disk/facts.js';
export { makeFolder } from './disk/make-folder.js';
export { systemCode } from './disk/out-of-reach.js';
export { findPlainFile, readPlainFile } from './disk/plain-file.js';
export { findStats, realDisk } from './disk/real-disk.js';
export { hashOf, stampOf } from './disk/stamp.js';
export { createTrackedDisk, type TrackedDisk } from './disk/tracked-disk.js';
export { type CachePlace, findCachePlace } from './memory/cache-place.js';
export { readCheckedBytes, writeCheckedBytes } from './memory/checked-file.js';
export { loadCompiler } from './memory/compiled-compiler.js';
export { findCompiledFolder } from './memory/compiled-folder.js';
export { type CodeState, createOwnCode, findOwnCode, type OwnCode } from './memory/own-code.js';
export type { RunNote } from './memory/run-note.js';
export { hasShape, type Shape } from './memory/shape.js';
export {
  type ComparedStep,
  createStepMemory,
  type StepMemory,
  type StoredStep,
} from './memory/step-memory.js';
export { defaultOut, findLayout, validatorsFile, withoutOwnFiles, withTexts } from './project/layout.js';
export type { ProjectOptions } from './project/project-options.js';
export { createStopwatch, type Phase, type Stopwatch, timed, timedMethods } from './timing/stopwatch.js';
