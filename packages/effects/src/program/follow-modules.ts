import type { Disk } from '@toolwright/program';
import type { Project } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** Replaces the declarations of packages with the sources that they ship. */
export interface FollowedModules {
  /** Returns the file to read instead of a resolved file; undefined to keep the resolved file. */
  redirect(file: string): string | undefined;
  adapt(project: Project): Project;
}

/** Maximum number of characters to read in a file and in all files of a package. Larger files are usually bundles. */
const MAX_FILE = 300_000;
const MAX_PACKAGE = 2_000_000;

/** Matches packages whose types codegen recognises by their declarations, which are therefore kept. */
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
    // A source that is imported by a followed source. The compiler treats it as part of a library.
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

/** Makes the checker infer the types of followed JavaScript without reporting errors. */
const JAVASCRIPT: ts.CompilerOptions = { allowJs: true, checkJs: false, maxNodeModuleJsDepth: 0 };

/** Returns the paths where a package may ship the source of a declaration file: next to it, or in `src`. */
function sourcesOf(folder: string, inner: string, kind: string): string[] {
  const inSource = inner.replace(/^(?:dist|lib|build|esm|dist\/esm|types)\//, 'src/');
  return [`${folder}/${inSource}.${kind}ts`, `${folder}/${inner}.${kind}ts`, `${folder}/${inner}.${kind}js`];
}

function isModule(folder: string, file: string, disk: Disk): boolean {
  if (file.endsWith('.mjs')) return true;
  return /"type"\s*:\s*"module"/.test(disk.readFile(`${folder}/package.json`) ?? '');
}
