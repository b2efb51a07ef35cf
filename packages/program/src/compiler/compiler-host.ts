import type { ts } from 'ts-morph';
import type { Disk } from '../disk/disk.js';
import { realDisk } from '../disk/real-disk.js';
import { getLibFiles, typescript } from './bundled-compiler.js';
import { dropBodies } from './drop-bodies.js';
import { parseWithoutDocs } from './lazy-docs.js';
import { moduleHost, readDirectory } from './module-host.js';
import { withinDepth } from './within-depth.js';

/** A virtual folder for the bundled compiler's own declarations, which are served from memory. */
const LIB_FOLDER = '/node_modules/typescript/lib';

export function isLibraryFile(file: string): boolean {
  return file.startsWith(`${LIB_FOLDER}/`);
}

/** Parsed declarations of the standard library. Several programs may share them. */
export type ParsedLib = Map<string, ts.SourceFile>;

export interface HostOptions {
  /** The file that codegen writes. Programs see {@link PLACEHOLDER} instead of its content. */
  readonly output: string;
  readonly parsedLib: ParsedLib;
  /** Default: the real disk. */
  readonly disk?: Disk | undefined;
  /** Files that earlier programs parsed. Unchanged files are reused if the options are the same. */
  readonly parsed?: Map<string, ts.SourceFile> | undefined;
  /**
   * Whether the program is only used for its types and never checked. Function bodies that no type depends on are then dropped, and JSDoc
   * is parsed on demand. Default: false.
   */
  readonly typesOnly?: boolean;
  /** Files that always keep their function bodies. */
  readonly whole?: ReadonlySet<string> | undefined;
  /** Whether all files keep their function bodies, for work that reads expressions as well as types. Default: false. */
  readonly keepsBodies?: boolean | undefined;
}

/** The content of the project's own manifest, generated or not, for a program that imports it. */
const PLACEHOLDER = 'export declare const manifest: any;\n';

/** An option of the compiler host that is missing from its published type. Referenced projects need no build before codegen. */
const REFERENCES_FROM_SOURCE = { useSourceOfProjectReferenceRedirect: () => true };

/** Options that only contain paths, so that projects in several folders can share parsed files. */
const PLACES: ReadonlySet<string> = new Set([
  ...['configFilePath', 'pathsBasePath', 'paths', 'baseUrl', 'rootDir', 'rootDirs', 'typeRoots'],
  ...['outDir', 'declarationDir', 'tsBuildInfoFile'],
]);

/** Creates a host that reads the disk, except for the standard library (bundled) and the manifest (replaced by a placeholder). */
export function createCompilerHost(
  options: ts.CompilerOptions,
  {
    output,
    parsedLib,
    disk = realDisk,
    parsed = new Map(),
    typesOnly = false,
    whole,
    keepsBodies,
  }: HostOptions,
): ts.CompilerHost {
  const ofSources = JSON.stringify(options, (name, value: unknown) => (PLACES.has(name) ? undefined : value));
  // Options affect parsing: `moduleDetection` whether a file is a module, `strict` how it is bound. Neither applies to declarations.
  const settingsKey = (file: string, { languageVersion }: ts.CreateSourceFileOptions): string =>
    isDeclaration(file) ? String(languageVersion) : ofSources;
  const library = new Map(getLibFiles().map(({ fileName, text }) => [`${LIB_FOLDER}/${fileName}`, text]));
  const virtual = (file: string): string | undefined => (file === output ? PLACEHOLDER : library.get(file));
  return {
    ...typescript.createCompilerHost(options),
    ...moduleHost(disk),
    ...REFERENCES_FROM_SOURCE,
    getDefaultLibLocation: () => LIB_FOLDER,
    getDefaultLibFileName: (settings) => `${LIB_FOLDER}/${typescript.getDefaultLibFileName(settings)}`,
    readDirectory: readDirectory(disk),
    fileExists: (file) => virtual(file) !== undefined || disk.fileExists(file),
    readFile: (file) => virtual(file) ?? disk.readFile(file),
    getSourceFile: (file, version) => {
      const settings = typeof version === 'object' ? version : { languageVersion: version };
      const declarations = virtual(file);
      if (declarations === undefined)
        return parseFile(file, disk.readFile(file), settings, {
          parsed,
          typesOnly,
          whole,
          keepsBodies,
          settingsKey: settingsKey(file, settings),
        });
      if (file === output) return typescript.createSourceFile(file, declarations, settings);
      return parseLib(file, declarations, settings, parsedLib);
    },
  };
}

interface Parsing extends Pick<HostOptions, 'typesOnly' | 'whole' | 'keepsBodies'> {
  readonly parsed: Map<string, ts.SourceFile>;
  readonly settingsKey: string;
}

/** The options with which a file was parsed. */
const parsedUnder = new WeakMap<ts.SourceFile, string>();

function parseFile(
  file: string,
  text: string | undefined,
  settings: ts.CreateSourceFileOptions,
  { parsed, typesOnly, whole, keepsBodies, settingsKey }: Parsing,
): ts.SourceFile | undefined {
  if (text === undefined) return undefined;
  const known = parsed.get(file);
  const isWhole = whole?.has(file) === true;
  const isSame =
    known?.text === text &&
    known.impliedNodeFormat === settings.impliedNodeFormat &&
    parsedUnder.get(known) === settingsKey;
  if (!isWhole && isSame) return known;
  const source = withinDepth(
    () => file,
    () => (typesOnly ? parseWithoutDocs : typescript.createSourceFile)(file, text, settings),
  );
  if (typesOnly && !isWhole && !keepsBodies) dropBodies(source);
  parsed.set(file, source);
  parsedUnder.set(source, settingsKey);
  return source;
}

function isDeclaration(file: string): boolean {
  return /\.d\.[cm]?ts$/.test(file);
}

/** Parses a library file without JSDoc, because the library's descriptions must not appear in schemas and parsing is faster. */
function parseLib(
  file: string,
  text: string,
  settings: ts.CreateSourceFileOptions,
  parsedLib: ParsedLib,
): ts.SourceFile {
  const key = `${settings.languageVersion}:${file}`;
  const known = parsedLib.get(key);
  if (known !== undefined) return known;
  const parsed = typescript.createSourceFile(file, text, {
    ...settings,
    jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
  });
  parsedLib.set(key, parsed);
  return parsed;
}
