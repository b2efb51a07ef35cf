import type { Effect } from '../effect.js';

/** The effects of one package by exported name: `readFile`, `Client.query`, `Client` for all its members; `*` for every other name. */
export type PackageEffects = Readonly<Record<string, readonly Effect[]>>;

/** Packages by name. A name with a final `*` stands for all names with that prefix. Node's own modules have no `node:` prefix. */
export type EffectTable = Readonly<Record<string, PackageEffects>>;

/** The key for names that every program has without an import. */
export const GLOBAL_MODULE = '(global)';
