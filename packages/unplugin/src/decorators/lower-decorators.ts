import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { hasDecorators } from './has-decorators.js';

/** Code that Node.js can run, with a source map to the original. */
export interface Lowered {
  readonly code: string;
  readonly map: string;
}

/**
 * Compiles standard decorators in JavaScript, and nothing else. Legacy decorators have already been compiled together with the types.
 * @param file The absolute path, for the source map and for errors.
 * @returns Undefined for code without decorators.
 * @throws ToolwrightError `CODEGEN_FAILED` if the code is invalid or esbuild is not installed.
 */
export async function lowerDecorators(code: string, file: string): Promise<Lowered | undefined> {
  if (!hasDecorators(code)) return undefined;
  try {
    // Loaded on first use, because most programs have no decorators left to compile.
    const { transform } = await import('esbuild');
    return await transform(code, {
      loader: 'jsx',
      jsx: 'preserve',
      target: 'esnext',
      supported: { decorators: false },
      charset: 'utf8',
      legalComments: 'inline',
      sourcemap: 'external',
      sourcefile: file,
      logLevel: 'silent',
    });
  } catch (cause) {
    throw new ToolwrightError(
      'CODEGEN_FAILED',
      `${file} still has decorators, which Node.js cannot parse, and esbuild cannot compile them: ${errorMessage(cause)}\n${WAYS_OUT}`,
      { blame: 'developer', cause },
    );
  }
}

/** The solutions if a toolchain does not compile standard decorators. */
export const WAYS_OUT =
  'Set "experimentalDecorators": true in tsconfig.json, or mark tools without a decorator, with the JSDoc tag @tool or with tool(fn).';
