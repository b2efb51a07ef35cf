import { readUriTemplate } from '@toolwright/json-schema';
import { compareText } from '@toolwright/program';
import type { DecoratorProblem } from '@toolwright/program/compiler';
import {
  type Diagnostic,
  type DiagnosticCode,
  getRule,
  joinDiagnostics,
  type Place,
} from '@toolwright/program/diagnostics';
import type { SchemaEntry } from '../signature/schema-entry.js';
import type { ToolEntry } from '../signature/tool-entry.js';
import type { ToolPlace } from '../tool-place.js';
import type { FileReading, SchemaReading, ToolReading } from './file-reading.js';
import { clashingFormerNames } from './former-tool-names.js';

export interface JoinedReadings {
  /** Sorted by name, then by file and line. */
  readonly entries: readonly ToolEntry[];
  /** In the same order. */
  readonly places: readonly ToolPlace[];
  /** Sorted by URI, then by file and line. */
  readonly resources: readonly ToolEntry[];
  /** Sorted by name. */
  readonly schemas: readonly SchemaEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Joins the readings of all files, and reports conflicts between them. */
export function joinReadings(
  readings: readonly FileReading[],
  decoratorProblems: readonly DecoratorProblem[],
): JoinedReadings {
  const tools = readings.flatMap((reading) => reading.tools).sort(compareTools);
  const resources = readings.flatMap((reading) => reading.resources).sort(compareResources);
  const schemas = readings.flatMap((reading) => reading.schemas).sort(compareSchemas);
  const found = readings.flatMap(({ diagnostics }) => diagnostics);
  const none = tools.length + resources.length + schemas.length + found.length === 0;
  return {
    entries: tools.map(({ entry }) => entry),
    places: placesOf(tools),
    resources: resources.map(({ entry }) => entry),
    schemas: firstOfEachName(schemas).map(({ entry }) => entry),
    diagnostics: joinDiagnostics([
      ...found,
      ...decoratorProblems.flatMap((problem) => uncompiledDecorators(problem, readings)),
      ...idleEnhancers(readings),
      ...repeatedTools(tools),
      ...clashingFormerNames(tools),
      ...repeatedResources(resources),
      ...repeatedSchemas(schemas),
      ...(none ? [noTools(readings.length)] : []),
    ]),
  };
}

/** @param tools Sorted by name. */
function placesOf(tools: readonly ToolReading[]): ToolPlace[] {
  const origins = new Set<string>();
  return tools.map(({ entry, origin }, index) => {
    const { name, source } = entry.spec;
    const place = { name, file: source.file, line: source.line };
    if (tools[index - 1]?.entry.spec.name !== name) origins.clear();
    if (origins.has(origin)) return { ...place, repeats: true };
    origins.add(origin);
    return place;
  });
}

/** Reports tools that cannot share a registry because they have the same name. A method and its overrides are one tool. */
function repeatedTools(tools: readonly ToolReading[]): Diagnostic[] {
  const first = new Map<string, ToolReading>();
  return tools.flatMap((tool) => {
    const { name, source } = tool.entry.spec;
    const known = first.get(name) ?? tool;
    first.set(name, known);
    if (known.origin === tool.origin) return [];
    const { file, line } = known.entry.spec.source;
    const also = file === source.file ? `line ${line}` : `${file}:${line}`;
    return [
      { ...diagnosticAt(tool.at, 'TW1022', `There is another tool \`${name}\` at ${also}.`), tool: name },
    ];
  });
}

/** Reports resources that cannot share a registry because their URI templates match the same URIs. */
function repeatedResources(resources: readonly ToolReading[]): Diagnostic[] {
  const first = new Map<string, ToolReading>();
  return resources.flatMap((resource) => {
    const { name, source } = resource.entry.spec;
    const uri = uriOf(resource);
    const shape = readUriTemplate(uri).template?.shape ?? uri;
    const known = first.get(shape) ?? resource;
    first.set(shape, known);
    if (known.origin === resource.origin) return [];
    const { file, line } = known.entry.spec.source;
    const also = file === source.file ? `line ${line}` : `${file}:${line}`;
    const message = `There is another resource \`${uriOf(known)}\` at ${also}.`;
    return [{ ...diagnosticAt(resource.at, 'TW1038', message), tool: name }];
  });
}

function uriOf({ entry }: ToolReading): string {
  return entry.resource?.uri ?? '';
}

function repeatedSchemas(schemas: readonly SchemaReading[]): Diagnostic[] {
  const first = new Map<string, SchemaReading>();
  return schemas.flatMap((schema) => {
    const { name } = schema.entry;
    const known = first.get(name) ?? schema;
    first.set(name, known);
    if (known.type === schema.type) return [];
    const message = `Another type with a schema is also called \`${name}\`, so both would be exported as \`${name}Schema\`.`;
    return [diagnosticAt(schema.at, 'TW1032', message)];
  });
}

/** Reports a toolchain that does not compile decorators, at the first decorator that it affects. */
function uncompiledDecorators(
  { files, ...problem }: DecoratorProblem,
  readings: readonly FileReading[],
): Diagnostic[] {
  const met = readings.find(
    ({ file, decorator }) => decorator !== undefined && (files?.includes(file) ?? true),
  );
  return met?.decorator === undefined ? [] : [{ code: 'TW1004', ...problem, ...met.decorator }];
}

/** Reports decorators of NestJS that nobody runs around tools, because no file imports the module that does. */
function idleEnhancers(readings: readonly FileReading[]): Diagnostic[] {
  if (readings.some(({ importsNestModule }) => importsNestModule)) return [];
  return readings.flatMap(({ enhancers }) =>
    enhancers.map(({ text, ...place }) => {
      const message = `\`${text}\` does not act on calls of the tool: no file of the project imports \`@toolwright/nestjs\`.`;
      return diagnosticAt(place, 'TW1044', message);
    }),
  );
}

function firstOfEachName(schemas: readonly SchemaReading[]): readonly SchemaReading[] {
  return schemas.filter(({ entry: { name } }, index) => schemas[index - 1]?.entry.name !== name);
}

function diagnosticAt(place: Place, code: DiagnosticCode, message: string): Diagnostic {
  const { severity, fix } = getRule(code);
  return { code, severity, message, hint: fix, ...place };
}

function noTools(files: number): Diagnostic {
  const { severity, fix } = getRule('TW1002');
  const message = `${files === 1 ? '1 source file was' : `${files} source files were`} read, but no tool was found.`;
  return { code: 'TW1002', severity, message, hint: fix };
}

function compareTools({ entry: a }: ToolReading, { entry: b }: ToolReading): number {
  return (
    compareText(a.spec.name, b.spec.name) ||
    compareText(a.spec.source.file, b.spec.source.file) ||
    a.spec.source.line - b.spec.source.line ||
    compareText(a.binding.file, b.binding.file) ||
    compareText(a.binding.exportName, b.binding.exportName)
  );
}

function compareResources(a: ToolReading, b: ToolReading): number {
  return compareText(uriOf(a), uriOf(b)) || compareTools(a, b);
}

function compareSchemas(a: SchemaReading, b: SchemaReading): number {
  return (
    compareText(a.entry.name, b.entry.name) ||
    compareText(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    a.at.column - b.at.column
  );
}
