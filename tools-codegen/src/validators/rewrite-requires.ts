import { runsLinearly } from '@toolwright/json-schema';

/** What validators call: exports of `toolwright/validators`. */
export type RuntimeName =
  | 'codePointLength'
  | 'compilePattern'
  | 'createVerdicts'
  | 'findRepeated'
  | 'formats'
  | 'jsonEqual';

/** AJV's own names for the same. */
const MODULES: ReadonlyMap<string, RuntimeName> = new Map<string, RuntimeName>([
  ['require("ajv/dist/runtime/ucs2length").default', 'codePointLength'],
  ['require("ajv/dist/runtime/equal").default', 'jsonEqual'],
  ['require("toolwright/validators").findRepeated', 'findRepeated'],
  ['require("ajv-formats/dist/formats").fullFormats', 'formats'],
]);

/**
 * AJV's code for ES modules still calls `require`. Puts imported names in its place, and where JavaScript's engine may take more than
 * linear time for a pattern, the registry's own matching. Only declarations are looked at, which stand on
 * lines of their own: a schema may hold a text that looks like one.
 * @see https://ajv.js.org/standalone.html
 */
export function rewriteRequires(code: string): { readonly code: string; readonly runtime: RuntimeName[] } {
  const runtime = new Set<RuntimeName>();
  const rewritten = code.replaceAll(
    /^(const \w+ = )(require\("[^"]+"\)\.\w+)(.*;)$/gm,
    (_, before, call, after) => {
      const name = MODULES.get(call);
      if (name === undefined) throw new Error(`AJV asks for ${call}, which validators do not have.`);
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
