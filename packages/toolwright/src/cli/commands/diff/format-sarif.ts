import type { ChangeVerdict } from '@toolwright/json-schema';
import type { PlacedChange, PlacedDiff } from './placed-change.js';
import { shownMessage, shownSubject } from './shown-change.js';

const LEVELS: Readonly<Record<ChangeVerdict, string>> = {
  breaking: 'error',
  compatible: 'note',
  'model-visible': 'warning',
};

const RULES: Readonly<Record<ChangeVerdict, string>> = {
  breaking: 'A call or a consumer that worked before may fail now.',
  compatible: 'Everything that worked before still works.',
  'model-visible': 'The model reads different text, so it may act differently.',
};

/**
 * Formats changes as a SARIF 2.1.0 log with one run.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function formatSarif({ changes, release }: PlacedDiff): string {
  const rules = Object.entries(RULES).map(([verdict, text]) => ({
    id: `contract-${verdict}`,
    shortDescription: { text },
  }));
  const run = {
    tool: { driver: { name: 'toolwright', rules } },
    columnKind: 'utf16CodeUnits',
    properties: { release },
    results: changes.map(result),
  };
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return JSON.stringify({ $schema, version: '2.1.0', runs: [run] }, null, 2);
}

function result(change: PlacedChange): object {
  const { verdict, file, line } = change;
  const location = file !== undefined && {
    physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: { startLine: line } },
  };
  return {
    ruleId: `contract-${verdict}`,
    level: LEVELS[verdict],
    message: { text: `${shownSubject(change)}: ${shownMessage(change)}` },
    ...(location && { locations: [location] }),
  };
}
