import type { ToolSpec } from '@toolwright/contract';
import { canonicalHash } from '@toolwright/json';
import { withoutAnnotations } from './without-annotations.js';

const HASH_DIGITS = 8;

/**
 * Returns the names of the tools' validators, in the same order: `validateForecast_1f2e3d4c`. They contain a hash of what is validated, so that
 * a manifest never uses the validator of another schema. Duplicate names get a number.
 */
export function validatorNames(tools: readonly Pick<ToolSpec, 'name' | 'parameters'>[]): string[] {
  const used = new Set<string>();
  return tools.map(({ name: toolName, parameters }) => {
    const hash = canonicalHash(withoutAnnotations(parameters)).slice(0, HASH_DIGITS);
    const base = `${toIdentifier(toolName)}_${hash}`;
    let name = base;
    for (let count = 2; used.has(name); count += 1) name = `${base}_${count}`;
    used.add(name);
    return name;
  });
}

/** Converts a tool name, which may contain dots and hyphens, to an identifier. */
function toIdentifier(toolName: string): string {
  const words = toolName.replaceAll(/[^A-Za-z0-9_]+/g, '_');
  return `validate${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
