import { DECORATOR_TEXTS } from '../decorators/has-decorators.js';
import { type Lowered, lowerDecorators } from '../decorators/lower-decorators.js';

/** The parts of the plugin context of Rollup, Rolldown and Vite that are read. */
export interface LoweringContext {
  readonly meta?: { readonly rolldownVersion?: string; readonly viteVersion?: string };
}

type Outcome = Promise<Lowered | undefined>;

/** Compiles the decorators that remain after Vite has compiled the types. */
export const lowerInVite = {
  transform: {
    filter: { code: DECORATOR_TEXTS },
    handler: (code: string, id: string): Outcome => lowerModule(code, id),
  },
} as const;

/**
 * Compiles the decorators that TypeScript plugins leave, whatever their order. Rolldown compiles TypeScript after all plugins, so there the
 * chunks are compiled.
 */
export const lowerInRollup = {
  transform: {
    order: 'post',
    filter: { code: DECORATOR_TEXTS },
    async handler(this: LoweringContext, code: string, id: string): Outcome {
      return compilesLater(this) ? undefined : lowerModule(code, id);
    },
  },
  renderChunk: {
    order: 'pre',
    async handler(this: LoweringContext, code: string, { fileName }: { fileName: string }): Outcome {
      return compilesLater(this) ? lowerDecorators(code, fileName) : undefined;
    },
  },
} as const;

function compilesLater({ meta }: LoweringContext): boolean {
  return meta?.rolldownVersion !== undefined && meta.viteVersion === undefined;
}

async function lowerModule(code: string, id: string): Outcome {
  if (NOT_A_PROGRAM.test(id)) return undefined;
  return lowerDecorators(code, id.replace(/[?#].*$/s, ''));
}

/** Style sheets and data that plugins later turn into modules. For parts of other files, the query names the language. */
const NOT_A_PROGRAM =
  /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss|json5?|html?|svg|md|txt)(?:$|[?#&])/i;
