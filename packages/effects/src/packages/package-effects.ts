import type { Effect } from '../effect.js';

/** The effects of a package by exported name: `readFile`, `Client.query`, `Client` for all its members, and `*` for all other names. */
export type PackageEffects = Readonly<Record<string, readonly Effect[]>>;

/** Packages by name. A name that ends with `*` matches all names with that prefix. Node's own modules have no `node:` prefix. */
export type EffectTable = Readonly<Record<string, PackageEffects>>;

/** The key for names that every program can use without an import. */
export const GLOBAL_MODULE = '(global)';
