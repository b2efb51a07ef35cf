import type { Compiler } from '../compiler/compiler.js';
import type { Collector } from '../diagnostics/collector.js';
import type { LibrarySymbols } from './library-symbols.js';

/** The data that all steps of one run share. */
export interface CodegenContext extends Pick<Collector, 'report' | 'forFile'> {
  readonly compiler: Compiler;
  readonly library: LibrarySymbols;
}
