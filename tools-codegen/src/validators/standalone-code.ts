import { createRequire } from 'node:module';
import { errorMessage, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import { validatorOptions } from '@toolwright/schema';
import { dropErrors } from './drop-errors.js';
import { type RuntimeName, rewriteRequires } from './rewrite-requires.js';
import { withoutAnnotations } from './without-annotations.js';

/** A validator as code. */
export interface StandaloneCode {
  /** Statements; the last one returns the validator. */
  readonly body: string;
  /** What of the run time they call. */
  readonly runtime: readonly RuntimeName[];
}

/**
 * Compiles the schema of a tool's arguments into code that neither loads AJV nor generates code. Equal schemas give equal code.
 * @throws ToolwrightError `CODEGEN_FAILED` for a schema that AJV refuses.
 */
export function standaloneCode({ name, parameters }: ToolSpec): StandaloneCode {
  const { Ajv2020, addFormats, standalone } = loadAjv();
  const schema = withoutAnnotations(parameters);
  // One instance for each tool: it numbers the names in its code, and a new tool must not change the code of the others.
  const ajv = new Ajv2020({
    ...validatorOptions(parameters),
    // Mistakes are put into words by the registry, which reads the schema.
    messages: false,
    code: { source: true, esm: true, lines: true },
  });
  addFormats(ajv);
  try {
    const { code, runtime } = rewriteRequires(dropErrors(standalone(ajv, ajv.compile(schema))));
    return { body: toBody(code), runtime };
  } catch (error) {
    throw new ToolwrightError(
      'CODEGEN_FAILED',
      `No validator can be made for the tool '${name}': ${errorMessage(error)}`,
      { blame: 'developer', hint: 'Generate without --validators, and report this.', cause: error },
    );
  }
}

/** AJV begins with its exports: a named one and a default one of the same function. */
const EXPORTS = /^"use strict";\s*export const validate = (\w+);\s*export default \1;\s*/;

function toBody(code: string): string {
  const validate = EXPORTS.exec(code)?.[1];
  if (validate === undefined) throw new Error('AJV exports its validators in another way than expected.');
  return `${code
    .replace(EXPORTS, '')
    .trim()
    .replaceAll(/\n{2,}/g, '\n')}\nreturn ${validate};\n`;
}

/** Loaded when it is first asked for: only `--validators` needs it. */
function loadAjv() {
  const require = createRequire(import.meta.url);
  // `require` gives `any`; these are the types of what it loads.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats');
  const standalone = require('ajv/dist/standalone/index.js') as typeof import('ajv/dist/standalone/index.js');
  return { Ajv2020, addFormats: addFormats.default, standalone: standalone.default };
}
