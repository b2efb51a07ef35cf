import { timed, validatorsFile } from '@toolwright/program';
import { withProof } from './effects/proof.js';
import type { RunOptions } from './generate-options.js';
import type { GenerateResult } from './generate-result.js';
import { type ImportStyle, importStyle, moduleSpecifier } from './manifest/module-specifier.js';
import { noPrintMemory, type PrintMemory } from './manifest/print-memory.js';
import { printModule } from './manifest/print-module.js';
import { joinReadings } from './reading/join-readings.js';
import type { ProjectReading } from './reading/project-reading.js';
import type { ToolEntry } from './signature/tool-entry.js';
import { emitValidators } from './validators/emit-validators.js';
import { runtimeModule } from './validators/runtime-module.js';

/**
 * Creates the generated modules from what was read of a project.
 * @param memory The cache of earlier runs of the same project.
 */
export function printProject(
  project: ProjectReading,
  options: RunOptions,
  memory: PrintMemory = noPrintMemory,
): GenerateResult {
  return timed(options.stopwatch, 'print', () => printModules(project, options, memory));
}

function printModules(project: ProjectReading, options: RunOptions, memory: PrintMemory): GenerateResult {
  const { readings, outFile, kind, library, origins, syntaxErrors, projectDir, decoratorProblems } = project;
  const { places, resources, schemas, diagnostics, ...joined } =
    syntaxErrors.length > 0
      ? { entries: [], places: [], resources: [], schemas: [], diagnostics: syntaxErrors }
      : joinReadings(readings, decoratorProblems);
  const entries = joined.entries.map((entry) => {
    const spec = withProof(entry.spec, options.proof);
    // An entry that stays the same object is not printed again.
    return spec === entry.spec ? entry : { ...entry, spec };
  });
  const ok = diagnostics.every(({ severity }) => severity !== 'error');
  const style = findStyle(project);
  const tools = entries.map(({ spec }) => spec);
  const validators = {
    file: validatorsFile(outFile),
    output:
      options.validators && ok
        ? emitValidators([...tools, ...resources.map(({ spec }) => spec)], runtimeModule(library), kind)
        : undefined,
  };
  let text: string | undefined;
  const print = (): string =>
    printModule(
      { entries, resources, schemas },
      {
        kind,
        library,
        specifierOf: (file) => moduleSpecifier(outFile, file, style),
        origins,
        validatorsFile: options.validators ? validators.file : undefined,
        memory,
      },
    );
  return {
    tools,
    places,
    qualifiedNames: entries.map(qualifiedName),
    resources: resources.flatMap(({ resource = [] }) => resource),
    schemas: schemas.map(({ name }) => name),
    diagnostics,
    // Lazy, because many callers need only the tools.
    get output() {
      text ??= timed(options.stopwatch, 'print', print);
      return text;
    },
    outFile,
    validators,
    projectDir,
    ok,
  };
}

/** Returns the import style. Node.js runs JavaScript unchanged, so its imports need extensions. */
function findStyle({ kind, style, readings }: ProjectReading): ImportStyle {
  const written = new Set(readings.flatMap(({ importStyles }) => importStyles));
  return kind === 'typescript' ? importStyle(style, written) : 'extension';
}

/** Returns `Class.method`, or the tool's name for functions. */
export function qualifiedName({ spec, binding, member }: ToolEntry): string {
  if (member === undefined) return spec.name;
  const className = binding.exportName === 'default' ? binding.localName : binding.exportName;
  return `${className}.${member.name}`;
}
