import type { ToolSpec } from '@toolwright/contract';
import { HEADER } from '../manifest/header.js';
import { printString } from '../manifest/print-value.js';
import { standaloneCode } from './standalone-code.js';
import { validatorNames } from './validator-names.js';

/**
 * The module of precompiled validators: one export for each tool, in their order and named by `validatorNames`. Each stands by
 * itself, so that bundlers can leave out what is not used and a change of one tool leaves the others as they are.
 * @param runtimeModule Exports what validators call.
 * @throws ToolwrightError `CODEGEN_FAILED` for a schema that AJV refuses.
 */
export function emitValidators(tools: readonly ToolSpec[], runtimeModule: string): string {
  const names = validatorNames(tools.map(({ name }) => name));
  const codes = tools.map(standaloneCode);
  const runtime = [...new Set(codes.flatMap((code) => code.runtime))].sort();
  const validators = tools.map(({ name }, index) => {
    const { body = '' } = codes[index] ?? {};
    return `\n/** Whether arguments of ${name} are valid. */\nexport const ${names[index]}: Validate = /* @__PURE__ */ (() => {\n${body}})();\n`;
  });
  return [
    HEADER,
    '// @ts-nocheck: generated code has no types\n',
    runtime.length === 0 ? '' : `import { ${runtime.join(', ')} } from ${printString(runtimeModule)};\n`,
    '\ntype Validate = (args: unknown) => boolean;\n',
    ...validators,
    tools.length === 0 ? '\nexport {};\n' : '',
  ].join('');
}
