import { errorMessage } from '@toolwright/contract';
import { CsvError, parse } from 'csv-parse/sync';
import { MEMBERS, type ReadRow, type ReadRows, unusedNote } from './rows.js';

/** Reads CSV (RFC 4180) with a header. Quoted values may contain line breaks. */
export function readCsv(text: string, isMapped: boolean): ReadRows {
  const { records, broken } = parseRecords(text);
  const [header, ...rest] = records;
  if (header === undefined) {
    return {
      rows: [],
      notes: [],
      ...(broken[0] && { problem: `Line ${broken[0].line}: ${broken[0].problem}` }),
    };
  }
  const problem = headerProblem(header.fields, isMapped);
  if (problem !== undefined) return { rows: [], notes: [], problem };
  const rows = rest.map(({ line, fields }) => toRow(line, fields, header.fields, isMapped));
  const unused = new Set(isMapped ? [] : header.fields.filter((name) => !MEMBERS.has(name)));
  const sorted = [...rows, ...broken].sort((one, other) => one.line - other.line);
  return { rows: sorted, notes: unusedNote('columns', unused) };
}

interface CsvRecord {
  /** The line on which the record starts. */
  readonly line: number;
  readonly fields: readonly string[];
}

function parseRecords(text: string) {
  const records: CsvRecord[] = [];
  const broken: { line: number; problem: string }[] = [];
  let nextLine = 1;
  const report = (error: CsvError, line: number) =>
    broken.push({
      line,
      problem: `${errorMessage(error)}${UNCLOSED.has(error.code) ? ' Nothing after it was read.' : ''}`,
    });
  try {
    parse(text, {
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error) => {
        if (error) report(error, nextLine);
      },
      on_record: (given, { lines }) => {
        const { record: fields } = given as unknown as { readonly record: readonly string[] }; // with `info`
        records.push({ line: nextLine, fields });
        nextLine = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    report(error, nextLine);
  }
  return { records, broken };
}

const UNCLOSED: ReadonlySet<string> = new Set(['CSV_QUOTE_NOT_CLOSED']);

function headerProblem(columns: readonly string[], isMapped: boolean): string | undefined {
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) return `The column '${twice}' is there twice.`;
  const missing = isMapped ? [] : ['id', 'input'].filter((name) => !columns.includes(name));
  if (missing.length === 0) return undefined;
  return `The header has no column '${missing.join("' and no column '")}'. Its columns: ${columns.join(', ')}.`;
}

function toRow(
  line: number,
  fields: readonly string[],
  columns: readonly string[],
  isMapped: boolean,
): ReadRow {
  if (fields.length !== columns.length) {
    return {
      line,
      problem: `The record has ${fields.length} values, but the header has ${columns.length} columns.`,
    };
  }
  const texts = Object.fromEntries(columns.map((name, index) => [name, fields[index] ?? '']));
  if (isMapped) return { line, row: texts };
  const { id, input, expected, tags, context } = texts;
  try {
    return {
      line,
      row: {
        ...{ id, input },
        ...(expected !== undefined && expected !== '' && { expected }),
        ...(tags !== undefined && {
          tags: tags
            .split(/[,;]/)
            .map((tag) => tag.trim())
            .filter((tag) => tag !== ''),
        }),
        ...(context !== undefined && context !== '' && { context: JSON.parse(context) as unknown }),
      },
    };
  } catch (error) {
    return { line, problem: `The context is not JSON: ${errorMessage(error)}.` };
  }
}
