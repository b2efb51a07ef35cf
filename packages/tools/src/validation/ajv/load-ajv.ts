import { requirePackage } from '@toolwright/contract';
import { NoCompiler } from './refused-code.js';

/** The parts of AJV that compile schemas. */
export type Ajv = Pick<typeof import('ajv/dist/2020.js'), 'Ajv2020' | '_' | 'str'>;

let loaded: Ajv | undefined;

/**
 * Loads AJV at the first use, because it takes as long to load as half of everything else.
 * @throws NoCompiler
 */
export function loadAjv(): Ajv {
  loaded ??= load<Ajv>('ajv/dist/2020.js');
  return loaded;
}

/** @throws NoCompiler */
export function loadAddFormats(): typeof import('ajv-formats') {
  return load('ajv-formats');
}

/** @throws NoCompiler */
export function loadEqual(): typeof import('ajv/dist/runtime/equal.js') {
  return load('ajv/dist/runtime/equal.js');
}

function load<Module>(name: string): Module {
  const module = requirePackage(name, '@toolwright/tools', import.meta.url);
  if (module === undefined) throw new NoCompiler();
  return module as Module;
}
