import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import { typescript } from './bundled-compiler.js';
import { slashed } from './slashed.js';

/** Says where a tsconfig, or one that it extends, is broken. */
export function projectFailure(diagnostic: ts.Diagnostic, configPath: string, cwd: string): ToolwrightError {
  const text = typescript.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
  return new ToolwrightError('INVALID_PROJECT', `${place(diagnostic, configPath, cwd)}: ${text}`, {
    blame: 'developer',
    hint: 'Correct the file; `npx tsc --showConfig` prints what TypeScript reads.',
  });
}

function place({ file, start }: ts.Diagnostic, configPath: string, cwd: string): string {
  const name = slashed(path.relative(cwd, file?.fileName ?? configPath));
  if (file === undefined || start === undefined) return name;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${name}:${line + 1}:${character + 1}`;
}
