/** Imports a module. If this file is loaded through tsx, so are the modules that it imports, each only once. */
export const importModule = (url) => import(url);
