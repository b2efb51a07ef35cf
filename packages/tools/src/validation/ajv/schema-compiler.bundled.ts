import type { Compiler } from './compiler.js';
import { NoCompiler } from './refused-code.js';

/** In place of `schema-compiler.ts` in bundles, which do not contain AJV: schemas are interpreted there. */
export class SchemaCompiler implements Compiler {
  readonly isStrict: boolean;
  readonly isForeign: boolean;

  constructor(isStrict = true, isForeign = false) {
    this.isStrict = isStrict;
    this.isForeign = isForeign;
  }

  static forForeignSchemas(): SchemaCompiler {
    return new SchemaCompiler(false, true);
  }

  compile(): never {
    throw new NoCompiler();
  }

  issues(): never {
    throw new NoCompiler();
  }
}
