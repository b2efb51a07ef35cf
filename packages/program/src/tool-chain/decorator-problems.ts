import type { Project } from '../compiler/project.js';
import type { Severity } from '../diagnostics/diagnostic-rule.js';
import type { Disk } from '../disk/disk.js';
import { keepsDecorators } from './keeps-decorators.js';
import { nodeSources } from './node-sources.js';
import { type Command, packageCommands } from './package-commands.js';
import { uncompiledByVite } from './uncompiled-by-vite.js';

/** A toolchain of the project that does not compile the decorators of its tools. */
export interface DecoratorProblem {
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  /** The absolute paths of the affected files; undefined for all files. */
  readonly files?: readonly string[];
}

/** The solution that works in every toolchain. */
const WITHOUT_DECORATOR =
  'mark the tools without a decorator, with the JSDoc tag `@tool` (`npx toolwright migrate --to tag`) or with `tool(fn)`.';
const WAYS_OUT = `"experimentalDecorators": true in the tsconfig, or ${WITHOUT_DECORATOR}`;

/** Finds the toolchains in a project's tsconfig and package.json that do not compile decorators. */
export function findDecoratorProblems({ dir, options }: Project, disk: Disk): readonly DecoratorProblem[] {
  const commands = packageCommands(dir, disk);
  const problems: DecoratorProblem[] = [];
  const stripped = nodeSources(dir, commands, disk);
  if (stripped.length > 0) {
    const message =
      'A script in package.json runs this file with `node`, which removes types and cannot parse `@tool`.';
    const hint = `Run it with tsx, or ${WITHOUT_DECORATOR}`;
    problems.push({ severity: 'warning', message, hint, files: stripped });
  }
  if (options.experimentalDecorators === true) return problems;
  if (keepsDecorators(options) && !isLeftToOthers(commands)) {
    const message = 'The target `esnext` leaves `@tool` in the output, where it is a syntax error.';
    const hint = `Set "target" to "es2023" or lower, or "noEmit" if another compiler writes the output, or set ${WAYS_OUT}`;
    problems.push({ severity: 'warning', message, hint });
  }
  if (commands.some(([program]) => program === 'next')) {
    const message = 'Next.js compiles only legacy decorators, so a page that imports this file fails.';
    problems.push({ severity: 'info', message, hint: `Set ${WAYS_OUT}` });
  }
  const emits = options.noEmit !== true && options.emitDeclarationOnly !== true;
  const left = uncompiledByVite(dir, { commands, builds: !emits }, disk);
  if (left !== undefined) {
    const message = `${left} compiles only legacy decorators: \`@tool\` stays in its output, where it is a syntax error.`;
    const hint = `Add the plugin of @toolwright/unplugin to its configuration, or set ${WAYS_OUT}`;
    problems.push({ severity: 'info', message, hint });
  }
  return problems;
}

/** Whether the scripts compile with tools that ignore the tsconfig's target, and none of them compiles with tsc. */
function isLeftToOthers(commands: readonly Command[]): boolean {
  const programs = commands.map(([program]) => program);
  return (
    programs.some((program) => program !== undefined && OTHERS.has(program)) &&
    commands.every(([program, ...args]) => program !== 'tsc' || args.includes('--noEmit'))
  );
}

const OTHERS = new Set(['tsx', 'vite', 'vitest', 'esbuild', 'tsup', 'swc', 'bun', 'next']);
