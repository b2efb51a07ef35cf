import { builtInModule } from './built-in-module.js';

/**
 * Loads a dependency of one of our packages synchronously, where Node can find it. Bundlers do not see it, so that programs contain only
 * what all of them need.
 * @param owner the package that depends on it, e.g. "@toolwright/tools"
 * @param from the URL of the calling module; undefined in a bundle that is a CommonJS module
 * @returns undefined in a bundle without installed packages, and on platforms without Node's modules
 */
export function requirePackage(name: string, owner: string, from: string | undefined): unknown {
  const modules = builtInModule('module');
  if (modules === undefined || from === undefined) return undefined;
  try {
    // The owner's version of the dependency, wherever the calling module has been moved.
    const place = modules.createRequire(from).resolve(owner);
    return modules.createRequire(place)(name);
  } catch {
    return undefined;
  }
}
