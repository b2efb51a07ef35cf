import type { ToolSpec } from '@toolwright/contract';
import { HEADER } from '../manifest/header.js';
import type { ModuleKind } from '../manifest/module-kind.js';
import { type ImportedName, moduleSyntax } from '../manifest/module-syntax.js';
import { standaloneCode } from './standalone-code.js';
import { validatorNames } from './validator-names.js';

/**
 * Prints the module of precompiled validators: one export per tool, in order, named by `validatorNames`. The validators are independent, so
 * that bundlers can remove unused ones and changes to one tool do not affect the others.
 * @param runtimeModule The module with the functions that validators call.
 * @throws ToolwrightError `CODEGEN_FAILED` for a schema that AJV refuses.
 */
export function emitValidators(
  tools: readonly ToolSpec[],
  runtimeModule: string,
  kind: ModuleKind = 'typescript',
): string {
  const syntax = moduleSyntax(kind);
  const names = validatorNames(tools);
  const codes = tools.map(standaloneCode);
  const runtime = [...new Set(codes.flatMap((code) => code.runtime))].sort();
  const validators = tools.map(({ name }, index) => {
    const { body = '' } = codes[index] ?? {};
    const value = `/* @__PURE__ */ (() => {\n${body}})()`;
    return `\n/** Whether arguments of ${name} are valid. */\n${syntax.exportValue(names[index] ?? '', 'Validate', value)}`;
  });
  return [
    HEADER,
    kind === 'typescript' ? '// @ts-nocheck: generated code has no types\n' : syntax.prologue,
    runtime.length === 0 ? '' : `${syntax.importValues(runtime.map(asIs), runtimeModule)}\n`,
    kind === 'typescript'
      ? '\ntype Validate = (args: unknown) => boolean;\n'
      : '\n/** @typedef {(args: unknown) => boolean} Validate */\n',
    ...validators,
    tools.length === 0 && kind !== 'commonjs' ? '\nexport {};\n' : '',
  ].join('');
}

function asIs(name: string): ImportedName {
  return { exportName: name, name };
}
