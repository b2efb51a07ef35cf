import type { Compiler } from './compiler/compiler.js';
import type { Report } from './diagnostics/report.js';
import type { LibrarySymbols } from './discover/library-symbols.js';

/** What every step of one run shares. */
export interface CodegenContext {
  readonly compiler: Compiler;
  readonly report: Report;
  readonly library: LibrarySymbols;
}
