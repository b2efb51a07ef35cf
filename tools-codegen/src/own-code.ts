import { findOwnCode } from './cache/own-code.js';

/** Codegen and the packages it depends on. */
export const ownCode = findOwnCode(import.meta.url);
