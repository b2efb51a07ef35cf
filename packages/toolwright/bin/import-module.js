/** Loaded through tsx, it loads other modules through tsx, each of them once. */
export const importModule = (url) => import(url);
