import { createRequire } from 'node:module';
import { errorMessage, type JsonSchema, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import { findByPointer } from '@toolwright/json';
import { isBranching, isDeeplyLinked, validatorOptions, withoutInherited } from '@toolwright/json-schema';
import type { Ajv2020, KeywordCxt } from 'ajv/dist/2020.js';
import { type RuntimeName, rewriteRequires } from './rewrite-requires.js';
import { withoutAnnotations } from './without-annotations.js';

export interface StandaloneCode {
  /** Statements; the last one returns the validator. */
  readonly body: string;
  /** The run-time functions that the code calls. */
  readonly runtime: readonly RuntimeName[];
}

/**
 * Compiles the schema of a tool's arguments to code that does not load AJV or generate code at run time. Equal schemas give equal code.
 * @throws ToolwrightError `CODEGEN_FAILED` for a schema that AJV refuses.
 */
export function standaloneCode({ name, parameters }: ToolSpec): StandaloneCode {
  const schema = withoutAnnotations(parameters);
  const ajv = createAjv(parameters);
  try {
    return isDeeplyLinked(schema) || isBranching(schema)
      ? codeByDefinition(schema, ajv)
      : codeOf(schema, ajv);
  } catch (error) {
    throw new ToolwrightError(
      'CODEGEN_FAILED',
      `Cannot generate a validator for the tool '${name}': ${errorMessage(error)}`,
      { blame: 'developer', hint: 'Run codegen without --validators, and report this bug.', cause: error },
    );
  }
}

/** Creates an AJV instance for each tool: AJV numbers the names in its code, and a new tool must not change the code of others. */
function createAjv(parameters: JsonSchema): Ajv2020 {
  const { Ajv2020, addFormats } = loadAjv();
  const ajv = addFormats(
    new Ajv2020({
      ...validatorOptions(parameters),
      // The registry derives its own error messages from the schema.
      messages: false,
      code: { source: true, esm: true, lines: true },
    }),
  );
  return withUniqueItems(ajv);
}

/** Replaces AJV's check, which compares all pairs of objects, with the registry's function, which takes linear time. */
function withUniqueItems(ajv: Ajv2020): Ajv2020 {
  const { _ } = loadAjv();
  return ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    code: (context: KeywordCxt) => {
      if (context.schema === false) return;
      const code = _`require("toolwright/validators").findRepeated`;
      const find = context.gen.scopeValue('func', { ref: FIND_REPEATED, code });
      context.pass(_`${find}(${context.data}) === undefined`);
    },
  });
}

/** The function's key in AJV's scope. Generated code calls the registry's function. */
const FIND_REPEATED = {};

function codeOf(schema: JsonSchema, ajv: Ajv2020): StandaloneCode {
  const { standalone } = loadAjv();
  const { code, runtime } = rewriteRequires(
    withoutInherited(dropErrors(standalone(ajv, ajv.compile(schema)))),
  );
  return { body: toBody(code), runtime };
}

/**
 * Compiles each definition to a function, as `@toolwright/tools` does at run time. Otherwise, long chains of references would overflow the
 * stack, and recursive unions would validate each object many times.
 */
function codeByDefinition(schema: JsonSchema, ajv: Ajv2020): StandaloneCode {
  const { _, Name } = loadAjv();
  const names = new Map<string, string>();
  ajv.removeKeyword('$ref').addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    code: (context: KeywordCxt) => {
      const ref: string = context.schema;
      const name = names.get(ref) ?? `definition${names.size}`;
      names.set(ref, name);
      context.pass(_`${new Name(name)}(${context.data})`);
    },
  });
  const root = codeOf(schema, ajv);
  const definitions: string[] = [];
  const runtime = new Set<RuntimeName>([...root.runtime, 'createVerdicts']);
  // Compiling a definition may add further definitions.
  for (const [ref, name] of names) {
    // The target of a `$ref` is always a schema.
    const definition = codeOf(findByPointer(schema, ref) as JsonSchema, ajv);
    definitions.push(`const ${name} = verdicts.remember((() => {\n${definition.body}})());\n`);
    for (const used of definition.runtime) runtime.add(used);
  }
  const whole = `return verdicts.forget((() => {\n${root.body}})());\n`;
  return {
    body: `const verdicts = createVerdicts();\n${definitions.join('')}${whole}`,
    runtime: [...runtime],
  };
}

/** AJV's code begins with its exports: the same function as a named and as the default export. */
const EXPORTS = /^"use strict";\s*export const validate = (\w+);\s*export default \1;\s*/;

function toBody(code: string): string {
  const validate = EXPORTS.exec(code)?.[1];
  if (validate === undefined) throw new Error('AJV does not export its validators as expected.');
  return `${code
    .replace(EXPORTS, '')
    .trim()
    .replaceAll(/\n{2,}/g, '\n')}\nreturn ${validate};\n`;
}

/** Loaded on first use: only `--validators` needs it. */
function loadAjv() {
  const require = createRequire(import.meta.url);
  // `require` returns `any`; these are the types of the loaded module.
  const { Ajv2020, _, Name } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats');
  const standalone = require('ajv/dist/standalone/index.js') as typeof import('ajv/dist/standalone/index.js');
  return { Ajv2020, _, Name, addFormats: addFormats.default, standalone: standalone.default };
}

/**
 * Removes error descriptions from AJV's code, and schemas that only these descriptions used. The registry describes errors from the schema,
 * and this makes the code two thirds shorter. Changes only statements on lines of their own, and keeps AJV's error counts.
 */
function dropErrors(code: string): string {
  const bare = code
    .replaceAll(/^(\w+\.errors = )\[\{instancePath.*\}\];$/gm, '$1[0];')
    .replaceAll(/^(const err\d+ = )\{instancePath.*\};$/gm, '$10;');
  const uses = new Map<string, number>();
  for (const [name] of bare.matchAll(/\bschema\d+\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return bare.replaceAll(/^const (schema\d+) = .*;\n/gm, (declaration: string, name: string) =>
    (uses.get(name) ?? 0) > 1 ? declaration : '',
  );
}
