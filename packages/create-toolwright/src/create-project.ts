import { existsSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@toolwright/contract';
import { extendPackageJson } from './extend-package-json.js';
import { findTools } from './find-tools.js';
import { cannotWrite, type PackageJson, readPackageJson, section, writePackageJson } from './package-json.js';
import {
  readTemplate,
  TEMPLATES,
  type Template,
  type TemplateCommand,
  type TemplateName,
  templateInFolder,
} from './templates.js';
import { tsconfigGaps } from './tsconfig-gaps.js';
import { checkWritable, makeFolders, readIfThere, writeNew } from './write-new.js';

export interface CreateProjectOptions {
  /** The absolute path. Created if it does not exist. */
  readonly folder: string;
  /** Default: `quickstart`. */
  readonly template?: TemplateName | undefined;
  /** The minimum version for new dependencies on Toolwright packages. */
  readonly version: string;
}

export interface CreatedProject {
  /** A line for each file that was written or kept. */
  readonly done: readonly string[];
  /** Commands to run next, in order, each with its effect. */
  readonly steps: readonly string[];
}

/**
 * Sets up a project whose tools a model can call: package.json, tsconfig.json, a class of tools and a program that uses it. Changes no
 * existing file, except for adding missing scripts and dependencies to package.json. If files with the same names exist, the program is
 * written to its own folder. If the project already has tools, no program is added.
 * @throws ToolwrightError `INVALID_PROJECT` for a broken package.json, `OUTPUT_FAILED` if a file cannot be written.
 */
export function createProject(options: CreateProjectOptions): CreatedProject {
  const { folder, template: name = 'quickstart', version } = options;
  const packageJson = readPackageJson(folder);
  makeFolder(folder);
  const isEmpty = packageJson.isNew && !existsSync(path.join(folder, 'src'));
  const place = findPlace(folder, name);
  const sources = 'obstacle' in place ? [] : place.sources;
  for (const file of ['package.json', TSCONFIG, ...(isEmpty ? ['.gitignore'] : []), ...sources])
    checkWritable(folder, file);
  const files = [
    writeFile(folder, TSCONFIG, readTemplate('base', TSCONFIG)),
    ...tsconfigAdvice(folder, !('obstacle' in place)),
    ...(isEmpty ? [writeFile(folder, '.gitignore', readTemplate('base', 'gitignore'))] : []),
    ...('obstacle' in place
      ? [`${TEMPLATES[name].sources[0]}: not written because ${place.obstacle}`]
      : sources.map((source) => writeFile(folder, source, readTemplate(name, source)))),
  ];
  const template = 'obstacle' in place ? undefined : withScripts(folder, packageJson, place);
  const { text, lines, keptScripts } = extendPackageJson(packageJson, template, version);
  if (packageJson.isNew || text !== packageJson.text) writePackageJson(folder, text);
  return { done: [...lines, ...files], steps: nextSteps(folder, text, template, keptScripts) };
}

const TSCONFIG = 'tsconfig.json';

/** Returns advice for the project's tsconfig. Empty for the tsconfig of the template. */
function tsconfigAdvice(folder: string, hasProgram: boolean): string[] {
  const text = readIfThere(path.join(folder, TSCONFIG)) ?? '';
  return tsconfigGaps(text, hasProgram).map((gap) => `${TSCONFIG}: ${gap}`);
}

/**
 * Uses scripts that run the program with tsx unless tsconfig and `build` are the template's. The project's own tsconfig may emit nothing,
 * or emit to another folder, and its own script `build` may build something else.
 */
function withScripts(folder: string, { content }: PackageJson, template: Template): Template {
  const isOurs = readIfThere(path.join(folder, TSCONFIG)) === readTemplate('base', TSCONFIG);
  const { build = template.scripts.build } = section(content, 'scripts');
  return isOurs && build === template.scripts.build
    ? template
    : { ...template, scripts: template.scriptsOfOwnConfig };
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

/**
 * Finds a location for the template's program: in `src`, or in its own folder if a file of the project already has one of the names. If
 * neither is possible, returns the reason.
 */
function findPlace(folder: string, name: TemplateName): Template | { readonly obstacle: string } {
  const places: readonly Template[] = [TEMPLATES[name], templateInFolder(name)];
  const isOwn = (file: string) => readIfThere(path.join(folder, file)) === readTemplate(name, file);
  const takenIn = ({ sources }: Template) =>
    sources.find((file) => existsSync(path.join(folder, file)) && !isOwn(file));
  const found = findTools(path.join(folder, 'src'));
  const marked = found && path.relative(folder, found).replaceAll('\\', '/');
  for (const place of places) {
    const taken = takenIn(place);
    const isHere = marked !== undefined && place.sources.includes(marked);
    if (taken === undefined && (marked === undefined || isHere)) return place;
    // The template's program has been edited: do not create it again.
    if (taken !== undefined && isHere) return { obstacle: `${taken} exists` };
  }
  return {
    obstacle: marked === undefined ? `${takenIn(TEMPLATES[name])} exists` : `${marked} has tools`,
  };
}

function writeFile(folder: string, name: string, text: string): string {
  return `${name}: ${writeNew(path.join(folder, name), text) ? 'written' : 'kept'}`;
}

function nextSteps(
  folder: string,
  packageJson: string,
  template: Template | undefined,
  keptScripts: ReadonlySet<string>,
): string[] {
  const content: JsonObject = JSON.parse(packageJson.replace(/^\uFEFF/, ''));
  const known = [
    ...Object.keys(section(content, 'dependencies')),
    ...Object.keys(section(content, 'devDependencies')),
  ];
  const isInstalled = known.every((name) => existsSync(path.join(folder, 'node_modules', name)));
  const commands = template ? programSteps(template, keptScripts) : [codegenStep(keptScripts)];
  const check = keptScripts.has('codegen:check') ? 'npx toolwright codegen --check' : 'npm run codegen:check';
  const steps = [...(isInstalled ? [] : [INSTALL]), ...commands, [check, CHECKED] as const];
  const width = Math.max(MIN_WIDTH, ...steps.map(([command]) => command.length));
  return steps.map(([command, effect]) => `${command.padEnd(width)} ${effect}`);
}

/** Returns the steps that run the program, directly if the project has its own script with the same name. */
function programSteps({ commands }: Template, keptScripts: ReadonlySet<string>): Step[] {
  const isKept = ({ script }: TemplateCommand) => keptScripts.has(script);
  const steps = commands.flatMap((command): Step[] => {
    const { script, effect, program } = command;
    if (!isKept(command)) return [[script === 'start' ? 'npm start' : `npm run ${script}`, effect]];
    return program === undefined ? [] : [[`npx tsx ${program}`, effect]];
  });
  return commands.some(isKept) ? [codegenStep(keptScripts), ...steps] : steps;
}

function codegenStep(keptScripts: ReadonlySet<string>): Step {
  return [
    keptScripts.has('codegen') ? 'npx toolwright codegen' : 'npm run codegen',
    'writes src/toolwright.gen.ts; commit it',
  ];
}

const MIN_WIDTH = 22;

type Step = readonly [command: string, effect: string];

const INSTALL: Step = ['npm install', 'installs the dependencies'];
const CHECKED = 'in CI: fails if src/toolwright.gen.ts is stale';
