import type { JsonObject } from '@toolwright/contract';
import { type PackageJson, section } from './package-json.js';
import { CODEGEN_SCRIPTS, type Template, TOOL_CHAIN } from './templates.js';

export interface Extended {
  /** The same object as before where nothing is missing. */
  readonly content: JsonObject;
  /** What was added and what was kept, a line each. */
  readonly lines: readonly string[];
}

/** Adds the scripts and dependencies that package.json lacks. What it has stays as it is. */
export function extendPackageJson(
  { content, text }: PackageJson,
  template: Template | undefined,
  version: string,
): Extended {
  const isNew = text === undefined;
  const lines = isNew ? ['package.json: written'] : [];
  const scripts = addMissing(content, 'scripts', template?.scripts ?? CODEGEN_SCRIPTS);
  const dependencies = addMissing(
    content,
    'dependencies',
    ranges(template?.packages ?? ['toolwright'], version),
  );
  const chain = { ...ranges(['@toolwright/codegen'], version), ...(template ? TOOL_CHAIN : {}) };
  const development = addMissing(content, 'devDependencies', chain);
  const sections = [scripts, dependencies, development].filter(({ added }) => added.length > 0);
  for (const { key, added } of sections) {
    if (!isNew) lines.push(`package.json: added to ${key}: ${added.join(', ')}`);
  }
  lines.push(...scripts.kept.map((line) => `package.json: kept the script ${line}`));
  if (!isNew && sections.length === 0) return { content, lines };
  const extended = Object.fromEntries(sections.map(({ key, value }) => [key, value]));
  return { content: { ...content, ...(isNew && { type: 'module' }), ...extended }, lines };
}

interface Section {
  readonly key: string;
  readonly value: JsonObject;
  readonly added: readonly string[];
  /** Entries of the same name with another value. */
  readonly kept: readonly string[];
}

function addMissing(content: JsonObject, key: string, wanted: Readonly<Record<string, string>>): Section {
  const present = section(content, key);
  const isKnown = (name: string) =>
    Object.hasOwn(present, name) || (key !== 'scripts' && isDependency(content, name));
  const missing = Object.entries(wanted).filter(([name]) => !isKnown(name));
  const kept = Object.entries(wanted).filter(
    ([name, value]) => Object.hasOwn(present, name) && present[name] !== value,
  );
  return {
    key,
    value: { ...present, ...Object.fromEntries(missing) },
    added: missing.map(([name]) => name),
    kept: kept.map(([name]) => `"${name}": ${JSON.stringify(present[name])}`),
  };
}

function isDependency(content: JsonObject, name: string): boolean {
  return ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].some((key) =>
    Object.hasOwn(section(content, key), name),
  );
}

function ranges(names: readonly string[], version: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `^${version}`]));
}
