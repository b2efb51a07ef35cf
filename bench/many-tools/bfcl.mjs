import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The commit of https://github.com/ShishirPatil/gorilla whose data the published figures are from. */
export const BFCL_COMMIT = '6ea57973c7a6097fd7c5915698c54c17c5b1b6c8';

/** The files on which the search was tuned, and those on which it is reported. */
export const TUNED_ON = ['simple_python', 'multiple'];
export const REPORTED_ON = ['live_simple', 'live_multiple'];
const ANSWERED = [
  ...TUNED_ON,
  ...REPORTED_ON,
  'simple_java',
  'simple_javascript',
  'parallel',
  'parallel_multiple',
];
/** Their functions are further tools. No function answers their questions, or none of one name. */
const MORE_TOOLS = [
  'irrelevance',
  'live_irrelevance',
  'live_parallel',
  'live_parallel_multiple',
  'live_relevance',
];

/** The names of types that are not those of JSON Schema. */
const TYPES = {
  dict: 'object',
  HashMap: 'object',
  Hashtable: 'object',
  float: 'number',
  double: 'number',
  long: 'integer',
  Bigint: 'integer',
  byte: 'integer',
  short: 'integer',
  Integer: 'integer',
  tuple: 'array',
  ArrayList: 'array',
  Array: 'array',
  Queue: 'array',
  Stack: 'array',
  Set: 'array',
  String: 'string',
  char: 'string',
  Boolean: 'boolean',
  bool: 'boolean',
};
const JSON_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/**
 * Reads the functions and the questions of BFCL from `bfcl_eval/data` of a checkout. Functions that share a name but differ
 * are tools of their own, and each of them answers. A question is used if functions of exactly one name answer it.
 */
export function readBfcl(folder) {
  const tools = new Map();
  const known = new Set();
  const questions = [];
  for (const file of [...ANSWERED, ...MORE_TOOLS]) {
    const answers = MORE_TOOLS.includes(file) ? new Map() : answersOf(folder, file);
    for (const { id, question, function: functions } of linesOf(folder, `BFCL_v4_${file}.json`)) {
      for (const one of functions ?? []) {
        const key = JSON.stringify([one.name, one.description, one.parameters]);
        if (!tools.has(key)) tools.set(key, toTool(one));
        known.add(one.name);
      }
      const names = new Set((answers.get(id) ?? []).flatMap((call) => Object.keys(call)));
      const text = question.flat().findLast(({ role }) => role === 'user')?.content;
      const [name] = names;
      if (names.size === 1 && text && known.has(name)) questions.push({ file, text, name });
    }
  }
  return { tools: [...tools.values()], questions };
}

function answersOf(folder, file) {
  const rows = linesOf(folder, `possible_answer/BFCL_v4_${file}.json`);
  return new Map(rows.map((row) => [row.id, row.ground_truth]));
}

function linesOf(folder, path) {
  const text = readFileSync(join(folder, path), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

function toTool({ name, description = '', parameters }) {
  return {
    name,
    description,
    parameters: { type: 'object', properties: {}, ...toSchema(parameters) },
    annotations: {},
  };
}

function toSchema(given) {
  if (typeof given !== 'object' || given === null) return {};
  const { type, properties, items, additionalProperties, ...rest } = given;
  const known = TYPES[type] ?? type;
  return {
    ...rest,
    ...(JSON_TYPES.includes(known) && { type: known }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, toSchema(one)])),
    }),
    ...(items && { items: toSchema(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: toSchema(additionalProperties) }),
  };
}
