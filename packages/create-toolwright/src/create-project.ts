import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@toolwright/contract';
import { extendPackageJson } from './extend-package-json.js';
import { findTools } from './find-tools.js';
import { cannotWrite, readPackageJson, section, writePackageJson } from './package-json.js';
import { readTemplate, TEMPLATES, type Template, type TemplateName } from './templates.js';
import { readIfThere, writeNew } from './write-new.js';

export interface CreateProjectOptions {
  /** Absolute; made where it does not exist. */
  readonly folder: string;
  /** Default: `quickstart`. */
  readonly template?: TemplateName | undefined;
  /** Version of the packages of Toolwright that a new dependency asks for at least. */
  readonly version: string;
}

export interface CreatedProject {
  /** What was written and what was kept, a line each. */
  readonly done: readonly string[];
  /** Commands to run next, in their order, with their effects. */
  readonly steps: readonly string[];
}

/**
 * Makes a folder a project whose tools a model can call: package.json, tsconfig.json, a class of tools and a program that uses it.
 * Existing files are never changed, except that package.json gains the scripts and dependencies that it lacks. Where the project
 * has tools or files of the same names already, no program is added.
 * @throws ToolwrightError `INVALID_PROJECT` for a broken package.json, `OUTPUT_FAILED` when a file cannot be written
 */
export function createProject(options: CreateProjectOptions): CreatedProject {
  const { folder, template = 'quickstart', version } = options;
  const packageJson = readPackageJson(folder);
  makeFolder(folder);
  const obstacle = findObstacle(folder, template);
  const isEmpty = packageJson.text === undefined && !existsSync(path.join(folder, 'src'));
  const files = [
    writeFile(folder, TSCONFIG, readTemplate('base', TSCONFIG)),
    ...(isEmpty ? [writeFile(folder, '.gitignore', readTemplate('base', 'gitignore'))] : []),
    ...(obstacle === undefined
      ? writeSources(folder, template)
      : [`${TEMPLATES[template].sources[0]}: ${obstacle}`]),
  ];
  const wanted = obstacle === undefined ? templateFor(folder, template) : undefined;
  const { content, lines } = extendPackageJson(packageJson, wanted, version);
  if (content !== packageJson.content) writePackageJson(folder, content, packageJson.text);
  return { done: [...lines, ...files], steps: nextSteps(folder, content, wanted) };
}

const TSCONFIG = 'tsconfig.json';

/** A tsconfig of the project's own may write no JavaScript, or elsewhere: its program runs as it stands, with tsx. */
function templateFor(folder: string, name: TemplateName): Template {
  const template: Template = TEMPLATES[name];
  const isOurs = readIfThere(path.join(folder, TSCONFIG)) === readTemplate('base', TSCONFIG);
  return isOurs ? template : { ...template, scripts: template.scriptsOfOwnConfig };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

/** Why the template's program is not written; undefined where nothing is in its way. A file that the template wrote is not. */
function findObstacle(folder: string, template: TemplateName): string | undefined {
  const { sources } = TEMPLATES[template];
  const own = (name: string) => readIfThere(path.join(folder, name)) === readTemplate(template, name);
  const taken = sources.find((name) => existsSync(path.join(folder, name)) && !own(name));
  if (taken !== undefined) return `not written, ${taken} is there already`;
  const marked = findTools(path.join(folder, 'src'));
  const name = marked && path.relative(folder, marked).replaceAll('\\', '/');
  return name === undefined || sources.some((source) => source === name)
    ? undefined
    : `not written, there are tools in ${name}`;
}

function writeSources(folder: string, template: TemplateName): string[] {
  return TEMPLATES[template].sources.map((name) => writeFile(folder, name, readTemplate(template, name)));
}

function writeFile(folder: string, name: string, text: string): string {
  return `${name}: ${writeNew(path.join(folder, name), text) ? 'written' : 'kept'}`;
}

function nextSteps(folder: string, content: JsonObject, template: Template | undefined): string[] {
  const known = [
    ...Object.keys(section(content, 'dependencies')),
    ...Object.keys(section(content, 'devDependencies')),
  ];
  const isInstalled = known.every((name) => existsSync(path.join(folder, 'node_modules', name)));
  const commands = template?.commands ?? OWN_PROGRAM;
  return [...(isInstalled ? [] : [INSTALL]), ...commands, CHECK].map(
    ([command, effect]) => `${command.padEnd(22)} ${effect}`,
  );
}

const INSTALL = ['npm install', 'installs the dependencies'] as const;
const OWN_PROGRAM = [['npm run codegen', 'writes src/toolwright.gen.ts, which you commit']] as const;
const CHECK = ['npm run codegen:check', 'in CI: fails when src/toolwright.gen.ts is stale'] as const;
