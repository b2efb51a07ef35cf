/** Imports a module. If this file is loaded through tsx, the modules that it imports are too, each only once. */
export const importModule = (url) => import(url);
