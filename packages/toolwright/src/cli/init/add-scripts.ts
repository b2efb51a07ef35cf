import { writeFileSync } from 'node:fs';
import type { JsonObject } from '@toolwright/contract';
import { readPackageJson, section } from './package-json.js';

const SCRIPTS = { codegen: 'toolwright codegen', 'codegen:check': 'toolwright codegen --check' };

/**
 * Adds the scripts that are not there yet to package.json, and keeps its indentation.
 * @returns What was done, a line each.
 */
export function addScripts(folder: string): string[] {
  const { file, text, content } = readPackageJson(folder);
  const scripts = section(content, 'scripts');
  const missing = Object.entries(SCRIPTS).filter(([name]) => !(name in scripts));
  if (missing.length > 0) {
    const extended = { ...content, scripts: { ...scripts, ...Object.fromEntries(missing) } };
    writeFileSync(file, print(extended, text));
  }
  const added = new Set(missing.map(([name]) => name));
  return Object.entries(SCRIPTS).map(([name, command]) => {
    if (added.has(name)) return `package.json: added the script "${name}": "${command}"`;
    return `package.json: kept the script "${name}": ${JSON.stringify(scripts[name])}`;
  });
}

/** As npm does: the indentation and the line break at the end stay what they were. */
function print(content: JsonObject, before: string): string {
  const [, indent = '  '] = /^[{[][^\S\n]*\r?\n([ \t]+)/.exec(before) ?? [];
  const end = before.endsWith('\n') ? '\n' : '';
  return JSON.stringify(content, null, indent) + end;
}
