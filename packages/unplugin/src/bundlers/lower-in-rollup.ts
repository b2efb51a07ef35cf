import { DECORATOR_TEXTS } from '../decorators/has-decorators.js';
import { type Lowered, lowerDecorators } from '../decorators/lower-decorators.js';

/** What is used of the context that Rollup, Rolldown and Vite give to plugins. */
export interface LoweringContext {
  readonly meta?: { readonly rolldownVersion?: string; readonly viteVersion?: string };
}

type Outcome = Promise<Lowered | undefined>;

/** Compiles the decorators that are left once Vite has compiled the types. */
export const lowerInVite = {
  transform: {
    filter: { code: DECORATOR_TEXTS },
    handler: (code: string, id: string): Outcome => lowerModule(code, id),
  },
} as const;

/**
 * Compiles the decorators that the plugins for TypeScript have left, whatever their order. Rolldown compiles TypeScript after all
 * plugins: there, the chunks are compiled.
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

/** Style sheets and data that a plugin turns into modules later; parts of other files say their language in the query. */
const NOT_A_PROGRAM =
  /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss|json5?|html?|svg|md|txt)(?:$|[?#&])/i;
