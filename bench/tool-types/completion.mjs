/** `node completion.mjs <typescript> <project>`: prints the milliseconds from an edit of main.ts to the names in `registry.call('`. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [typescript, project] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(typescript);
const read = ts.readConfigFile(join(project, 'tsconfig.json'), ts.sys.readFile);
const config = ts.parseJsonConfigFileContent(read.config, ts.sys, project);
const main = join(project, 'src/main.ts');
const source = ts.sys.readFile(main);
let version = 0;
/** Each version of the file is an edit: a longer beginning of a name. */
const textOf = () => `${source}registry.call('${'thing'.slice(0, version)}`;
const service = ts.createLanguageService({
  getCompilationSettings: () => config.options,
  getScriptFileNames: () => config.fileNames,
  getScriptVersion: (name) => (name === main ? String(version) : '1'),
  getScriptSnapshot: (name) => {
    const text = name === main ? textOf() : ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => project,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
});
const complete = () => service.getCompletionsAtPosition(main, textOf().length, {})?.entries.length ?? 0;
complete();
const times = [];
for (version = 1; version <= 5; version += 1) {
  const begun = performance.now();
  const names = complete();
  times.push(performance.now() - begun);
  if (names === 0) throw new Error('No names were offered.');
}
console.log(JSON.stringify({ ms: times.toSorted((a, b) => a - b)[2] }));
