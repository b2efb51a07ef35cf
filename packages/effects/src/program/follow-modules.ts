import type { Disk } from '@toolwright/program';
import type { Project } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** Replaces the declarations of packages by the sources that they ship. */
export interface FollowedModules {
  /** The file to read instead of a resolved one; undefined to keep the resolved one. */
  redirect(file: string): string | undefined;
  adapt(project: Project): Project;
}

/** Maximum number of characters of a file, and of all files of a package, to read. Larger ones are usually bundles. */
const MAX_FILE = 300_000;
const MAX_PACKAGE = 2_000_000;

/** Packages whose types codegen recognises by their declarations. */
const KEPT = /\/node_modules\/(?:@types|@toolwright|toolwright|typescript)\//;

export function followModules(disk: Disk): FollowedModules {
  const sizes = new Map<string, number>();
  const known = new Map<string, string | undefined>();
  const isWithinLimits = (folder: string, source: string): boolean => {
    const size = disk.readFile(source)?.length ?? 0;
    const total = (sizes.get(folder) ?? 0) + size;
    if (size > MAX_FILE || total > MAX_PACKAGE) return false;
    sizes.set(folder, total);
    return true;
  };
  const find = (file: string): string | undefined => {
    // A source that a followed source imports, which the compiler treats as part of a library.
    const folderOfSource = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\/.*(?<!\.d)\.[cm]?[jt]sx?$/.exec(
      file,
    )?.[1];
    if (folderOfSource !== undefined)
      return sizes.has(folderOfSource) && isWithinLimits(folderOfSource, file) ? file : undefined;
    const match = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\/(.*)\.d\.([cm]?)ts$/.exec(file);
    if (match === null || KEPT.test(file)) return undefined;
    const [, folder = '', inner = '', kind = ''] = match;
    // CommonJS exports by assignment, which the declared types do not reflect.
    if (kind === 'c') return undefined;
    const source = sourcesOf(folder, inner, kind).find((one) => disk.fileExists(one));
    if (source === undefined || (!/\.[cm]?tsx?$/.test(source) && !isModule(folder, source, disk)))
      return undefined;
    return isWithinLimits(folder, source) ? source : undefined;
  };
  return {
    redirect: (file) => {
      if (!known.has(file)) known.set(file, find(file));
      return known.get(file);
    },
    adapt: (project) => ({ ...project, options: { ...project.options, ...JAVASCRIPT } }),
  };
}

/** The checker infers the types of followed JavaScript, and reports no errors. */
const JAVASCRIPT: ts.CompilerOptions = { allowJs: true, checkJs: false, maxNodeModuleJsDepth: 0 };

/** Where a package may ship the source of a declaration file: beside it, or in `src`. */
function sourcesOf(folder: string, inner: string, kind: string): string[] {
  const inSource = inner.replace(/^(?:dist|lib|build|esm|dist\/esm|types)\//, 'src/');
  return [`${folder}/${inSource}.${kind}ts`, `${folder}/${inner}.${kind}ts`, `${folder}/${inner}.${kind}js`];
}

function isModule(folder: string, file: string, disk: Disk): boolean {
  if (file.endsWith('.mjs')) return true;
  return /"type"\s*:\s*"module"/.test(disk.readFile(`${folder}/package.json`) ?? '');
}
