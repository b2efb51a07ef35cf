import { findOwnCode } from '@toolwright/program';

/** Codegen and the packages it depends on. */
export const ownCode = findOwnCode(import.meta.url);
