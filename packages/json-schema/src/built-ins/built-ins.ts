import { ToolwrightError } from '@toolwright/contract';
import { bigint } from './bigint.js';
import type { BuiltIn } from './built-in.js';
import { bytes } from './bytes.js';
import { date } from './date.js';
import { map } from './map.js';
import { regexp } from './regexp.js';
import { set } from './set.js';
import { url } from './url.js';

/** All built-ins, by the names that manifests use. */
const BUILT_INS = { date, url, bigint, bytes, regexp, map, set } satisfies Readonly<Record<string, BuiltIn>>;

export type BuiltInName = keyof typeof BUILT_INS;

export const builtIns: Readonly<Record<BuiltInName, BuiltIn>> = BUILT_INS;

// The object is a constant, so its keys are exactly the keys of its type.
export const builtInNames = Object.keys(BUILT_INS) as readonly BuiltInName[];

export function isBuiltInName(name: string): name is BuiltInName {
  return Object.hasOwn(BUILT_INS, name);
}

/**
 * Finds a built-in by its name in a manifest.
 * @throws ToolwrightError `INVALID_TOOL`
 */
export function getBuiltIn(name: string): BuiltIn {
  if (isBuiltInName(name)) return builtIns[name];
  throw new ToolwrightError('INVALID_TOOL', `The manifest refers to the unknown built-in '${name}'.`, {
    blame: 'developer',
    hint: 'Install the version of Toolwright that generated the manifest, or run `npx toolwright codegen` again.',
  });
}

/** Finds a built-in by its global constructor: `Date` → `date`. */
export function findBuiltInOf(type: unknown): BuiltInName | undefined {
  if (typeof type !== 'function') return undefined;
  return builtInNames.find((name) =>
    builtIns[name].typeNames.some((typeName) => type === globalAt(typeName)),
  );
}

/** Returns undefined if the platform lacks the global, such as `Temporal` before Node.js 26. */
function globalAt(typeName: string): unknown {
  return typeName.split('.').reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), globalThis);
}
