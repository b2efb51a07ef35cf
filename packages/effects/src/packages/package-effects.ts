import type { Effect } from '../effect.js';

/** The effects of one package by exported name: `readFile`, `Client.query`, `Client` for all its members; `*` for every other name. */
export type PackageEffects = Readonly<Record<string, readonly Effect[]>>;

/** Packages by name. A name that ends in `*` stands for all that begin like it. Node's own modules have no `node:`. */
export type EffectTable = Readonly<Record<string, PackageEffects>>;

/** The key under which the table holds what every program has without an import. */
export const GLOBAL_MODULE = '(global)';
