import path from 'node:path';
import { withoutOwnFiles } from '@toolwright/program';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import type { GenerateOptions } from '../generate-options.js';
import { listTools, type ToolInspection } from '../reading/inspect-tools.js';
import { joinReadings } from '../reading/join-readings.js';
import { readProject } from '../reading/read-project.js';
import type { Account, Loss } from './account.test.support.js';
import { findLostWords } from './lost-words.test.support.js';

/** Each looks for losses of one kind, and reads the source without the code that it checks. */
const CHECKS: readonly ((account: Account) => readonly Loss[])[] = [findLostWords];

function findLosses(account: Account): readonly Loss[] {
  return CHECKS.flatMap((check) => check(account));
}

const shared = sharedFiles('types');

/**
 * What the schemas of a project's tools and its diagnostics do not mention.
 * @param change Changes the JSON of a tool, to test the account itself.
 */
export function findProjectLosses(
  options: GenerateOptions,
  change: (json: string) => string = (json) => json,
): readonly Loss[] {
  let inspection: ToolInspection | undefined;
  const { project } = readProject(options, {
    disk: withoutOwnFiles(options),
    ...shared,
    inspect: (seen) => {
      inspection = seen;
    },
  });
  if (inspection === undefined) return [];
  const { compiler } = inspection.context;
  const joined = joinReadings(project.readings, project.decoratorProblems);
  const isNamed = createIsNamed(joined.diagnostics, project.projectDir);
  return listTools(joined, inspection).flatMap(({ spec, site }) => {
    const written = [site.signature.getDeclaration() ?? site.at];
    return findLosses({
      name: spec.name,
      documented: site.documented,
      replaced: site.options.description === undefined ? undefined : site.documented[0],
      written,
      json: JSON.parse(change(JSON.stringify(spec))),
      compiler,
      isOwn: ({ fileName }) =>
        fileName.startsWith(project.projectDir) && !fileName.includes('/node_modules/'),
      isNamed,
    });
  });
}

/** @param dir What the files of the diagnostics are relative to. */
function createIsNamed(diagnostics: readonly Diagnostic[], dir: string): Account['isNamed'] {
  return ({ fileName }, from, to) =>
    diagnostics.some(
      ({ file, line }) =>
        file !== undefined &&
        line !== undefined &&
        path.resolve(dir, file) === path.resolve(fileName) &&
        line - 1 >= from &&
        line - 1 <= to,
    );
}
