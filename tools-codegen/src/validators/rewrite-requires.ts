import { runsLinearly } from '@toolwright/json-schema';

/** The functions that validators call: exports of `toolwright/validators`. */
export type RuntimeName =
  | 'codePointLength'
  | 'compilePattern'
  | 'createVerdicts'
  | 'findRepeated'
  | 'formats'
  | 'jsonEqual';

/** AJV's expressions for these functions. */
const MODULES: ReadonlyMap<string, RuntimeName> = new Map<string, RuntimeName>([
  ['require("ajv/dist/runtime/ucs2length").default', 'codePointLength'],
  ['require("ajv/dist/runtime/equal").default', 'jsonEqual'],
  ['require("toolwright/validators").findRepeated', 'findRepeated'],
  ['require("ajv-formats/dist/formats").fullFormats', 'formats'],
]);

/**
 * Replaces the `require` calls that remain in AJV's code for ES modules with imported names, and patterns that may take more than linear
 * time with the registry's own matching. Matches only declarations on lines of their own, because a schema may contain similar text.
 * @see https://ajv.js.org/standalone.html
 */
export function rewriteRequires(code: string): { readonly code: string; readonly runtime: RuntimeName[] } {
  const runtime = new Set<RuntimeName>();
  const rewritten = code.replaceAll(
    /^(const \w+ = )(require\("[^"]+"\)\.\w+)(.*;)$/gm,
    (_, before, call, after) => {
      const name = MODULES.get(call);
      if (name === undefined) throw new Error(`AJV's code requires ${call}, which has no replacement.`);
      runtime.add(name);
      return `${before}${name}${after}`;
    },
  );
  const linear = rewritten.replaceAll(
    /^(const pattern\d+ = )new RegExp\((".*"), "u"\);$/gm,
    (declaration, before, source) => {
      if (runsLinearly(JSON.parse(source))) return declaration;
      runtime.add('compilePattern');
      return `${before}compilePattern(${source});`;
    },
  );
  return { code: linear, runtime: [...runtime] };
}
