import type { JsonObject } from '@toolwright/contract';
import { addToJson } from './edit-json.js';
import { type PackageJson, section } from './package-json.js';
import { CODEGEN_SCRIPTS, type Template, TOOL_CHAIN } from './templates.js';

export interface Extended {
  /** Unchanged if nothing is missing. */
  readonly text: string;
  /** A line for each section that received entries and for each script that was kept. */
  readonly lines: readonly string[];
  /** The names of scripts for which the project has different commands. */
  readonly keptScripts: ReadonlySet<string>;
}

/** Adds missing scripts and dependencies to package.json, and keeps every other character. */
export function extendPackageJson(
  { content, text, isNew }: PackageJson,
  template: Template | undefined,
  version: string,
): Extended {
  const tools = ['@toolwright/codegen', ...(template?.devPackages ?? [])];
  const chain = { ...ranges(tools, version), ...(template ? TOOL_CHAIN : {}) };
  const sections = [
    findMissing(content, 'scripts', template?.scripts ?? CODEGEN_SCRIPTS),
    findMissing(content, 'dependencies', ranges(template?.packages ?? ['toolwright'], version)),
    findMissing(content, 'devDependencies', chain),
  ];
  const incomplete = sections.filter(({ entries }) => Object.keys(entries).length > 0);
  const kept = sections[0]?.kept ?? [];
  return {
    text: incomplete.reduce(addToJson, text),
    lines: [
      ...(isNew
        ? ['package.json: written']
        : incomplete.map(
            ({ key, entries }) => `package.json: added to ${key}: ${Object.keys(entries).join(', ')}`,
          )),
      ...kept.map(
        (name) =>
          `package.json: kept the script "${name}": ${JSON.stringify(section(content, 'scripts')[name])}`,
      ),
    ],
    keptScripts: new Set(kept),
  };
}

interface Section {
  readonly key: string;
  /** The missing entries. */
  readonly entries: Readonly<Record<string, string>>;
  /** The names of entries with different values. */
  readonly kept: readonly string[];
}

function findMissing(content: JsonObject, key: string, wanted: Readonly<Record<string, string>>): Section {
  const present = section(content, key);
  const isKnown = (name: string) =>
    Object.hasOwn(present, name) || (key !== 'scripts' && isDependency(content, name));
  const entries = Object.fromEntries(Object.entries(wanted).filter(([name]) => !isKnown(name)));
  const kept = Object.keys(wanted).filter(
    (name) => Object.hasOwn(present, name) && present[name] !== wanted[name],
  );
  return { key, entries, kept };
}

function isDependency(content: JsonObject, name: string): boolean {
  return ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].some((key) =>
    Object.hasOwn(section(content, key), name),
  );
}

function ranges(names: readonly string[], version: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `^${version}`]));
}
