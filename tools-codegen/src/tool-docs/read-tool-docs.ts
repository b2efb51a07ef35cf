import type { Located, ToolSpec } from '@toolwright/contract';
import { withoutOwnFiles } from '@toolwright/program';
import {
  type Compiler,
  findJSDocs,
  type ReadTag,
  readComment,
  withoutDash,
} from '@toolwright/program/compiler';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import type { Proof } from '../effects/proof.js';
import type { GenerateOptions } from '../generate-options.js';
import { qualifiedName } from '../print-project.js';
import { listTools, type ToolInspection } from '../reading/inspect-tools.js';
import { joinReadings } from '../reading/join-readings.js';
import { readProject } from '../reading/read-project.js';

/** Options of `readToolDocs`: the project to read. */
export type ReadDocsOptions = Pick<GenerateOptions, 'cwd' | 'project' | 'include' | 'exclude'>;

/** A tool with the documentation that only people read. */
export interface ToolDocs {
  readonly spec: Located<ToolSpec>;
  /** `Class.method`, or the name of a function. */
  readonly qualifiedName: string;
  /** The texts of the tool's `@throws` tags, with the type if it is given. */
  readonly throws: readonly string[];
  /** The texts of the tool's `@example` tags. */
  readonly examples: readonly string[];
}

/** The tools of a project, sorted by name, then by file. A method and its overrides count as one tool. */
export interface ToolDocsRun {
  readonly tools: readonly ToolDocs[];
  /** Errors of codegen. Tools with errors are omitted. */
  readonly errors: readonly Diagnostic[];
  /** Absolute; the paths of tools and errors are relative to it. */
  readonly projectDir: string;
}

/** Implements `readToolDocs`. */
export function readProjectDocs(options: ReadDocsOptions, proof?: Proof): ToolDocsRun {
  let inspection: ToolInspection | undefined;
  const { project } = readProject(options, {
    disk: withoutOwnFiles(options),
    parsedLib: new Map(),
    inspect: (seen) => {
      inspection = seen;
    },
  });
  const { projectDir, readings, syntaxErrors, decoratorProblems } = project;
  if (inspection === undefined) return { tools: [], errors: syntaxErrors, projectDir };
  const { compiler } = inspection.context;
  const joined = joinReadings(readings, decoratorProblems);
  const tools = listTools(joined, inspection, proof)
    .filter(({ repeats }) => !repeats)
    .map(({ spec, site, entry }): ToolDocs => {
      const documented = [...new Set(site.documented)];
      const tagsOf = (name: string) => textsOf(documented, name, compiler);
      return {
        spec,
        qualifiedName: qualifiedName(entry),
        throws: tagsOf('throws'),
        examples: tagsOf('example'),
      };
    });
  const errors = joined.diagnostics.filter(({ severity }) => severity === 'error');
  return { tools, errors, projectDir };
}

/** Returns the tag texts of the nearest declaration that has tags with this name. */
function textsOf(documented: readonly ts.Node[], name: string, compiler: Compiler): readonly string[] {
  for (const node of documented) {
    const texts = findJSDocs(compiler, node)
      .flatMap((comment) => readComment(comment).tags)
      .filter((tag) => tag.name === name)
      .map((tag) => textOf(tag, compiler))
      .filter((text) => text !== '');
    if (texts.length > 0) return texts;
  }
  return [];
}

function textOf({ text, node }: ReadTag, { ts }: Compiler): string {
  const type = ts.isJSDocThrowsTag(node) ? node.typeExpression?.type.getText() : undefined;
  return type === undefined ? text : `${type}: ${withoutDash(text)}`.replace(/: $/, '');
}
