import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { writeProject } from '../project/write-project.mjs';
import { count } from '../targets.mjs';
import { reportCommand, toolwrightPackage } from '../toolwright.mjs';
import { chooseTools } from './choose-tools.mjs';

/** Transitive dependencies have the versions of this day. */
const BEFORE = '--before=2026-11-20';
const INSTALL = ['install', BEFORE, '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];

/**
 * Installs a real project, and marks as tools all methods that codegen accepts.
 * @param {import('./projects.mjs').Definition} definition
 * @param {string} folder
 * @returns {import('../measure-project.mjs').Project}
 */
export function realProject(definition, folder) {
  const { name, packages } = definition;
  const home = join(folder, definition.id);
  const write = (files) => (target) =>
    writeProject(target, withSettings(files, definition), { toolwright: toolwrightPackage() });
  install(home, packages);
  const sources = readSources(join(home, 'node_modules', name), definition);
  const trial = join(home, 'trial');
  const { files, tools } = chooseTools(sources, (marked) => {
    rmSync(trial, { recursive: true, force: true });
    write(marked)(trial);
    return reportOf(trial);
  });
  const lines = [...files.values()].reduce((sum, text) => sum + text.split('\n').length, 0);
  return {
    title: `${name} ${packages[name]}`,
    about: `${count(tools.length)} tools, ${count(files.size)} files with ${count(lines)} lines.`,
    folder: home,
    tools,
    write: write(files),
  };
}

function install(folder, packages) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  const { status, stderr } = spawnSync('npm', INSTALL, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`Cannot install ${Object.keys(packages).join(', ')}: ${stderr}`);
}

/** @returns {Map<string, string>} The text of each source, by its path in the project */
function readSources(folder, { sources, unchecked = [] }) {
  const root = join(folder, sources);
  const paths = readdirSync(root, { recursive: true }).map((path) => path.replaceAll(sep, '/'));
  const wanted = paths.filter((path) => /\.tsx?$/.test(path)).sort();
  const textOf = (path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return unchecked.includes(path) ? `// @ts-nocheck\n${text}` : text;
  };
  return new Map(wanted.map((path) => [`src/${path}`, textOf(path)]));
}

function withSettings(files, { type, options }) {
  const compilerOptions = { strict: true, skipLibCheck: true, rootDir: 'src', outDir: 'dist', ...options };
  return new Map([
    ...files,
    ['package.json', JSON.stringify({ private: true, type })],
    ['tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] })],
  ]);
}

/** Codegen exits with 1 after errors, which are expected here. */
function reportOf(folder) {
  const { file, args, cwd } = reportCommand(folder);
  const { stdout, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (!stdout.startsWith('{')) throw new Error(`Codegen cannot read ${folder}: ${stderr}`);
  return JSON.parse(stdout);
}
