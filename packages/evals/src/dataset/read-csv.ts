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

/** How often a file is read on after a broken record. A quote that is not closed is only found at the end of the file. */
const MAX_BROKEN = 20;

function parseRecords(text: string) {
  const records: CsvRecord[] = [];
  const broken: { line: number; problem: string }[] = [];
  let [start, line] = [0, 1];
  const onRecord = (given: unknown): null => {
    const { record: fields, raw } = given as { readonly record: readonly string[]; readonly raw: string }; // with `raw`
    const isEmpty = fields.length === 1 && fields[0] === '';
    if (!isEmpty) records.push({ line, fields });
    // The raw text ends within a delimiter of two characters.
    const end = start + raw.length + (raw.endsWith('\r') && text[start + raw.length] === '\n' ? 1 : 0);
    line += text.slice(start, end).split('\n').length - 1;
    start = end;
    return null;
  };
  while (start < text.length) {
    try {
      parse(text.slice(start), {
        raw: true,
        relax_column_count: true,
        record_delimiter: DELIMITERS,
        on_record: onRecord,
      });
      break;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const isLast = broken.length + 1 === MAX_BROKEN;
      // Its own line number counts from where this reading began.
      const problem = errorMessage(error).replace(/ (?:at|on) line \d+/, '');
      broken.push({ line, problem: isLast ? `${problem}. Nothing after it was read` : problem });
      const end = text.indexOf('\n', start);
      if (end === -1 || isLast) break;
      start = end + 1;
      line++;
    }
  }
  return { records, broken };
}

const DELIMITERS = ['\r\n', '\n'];

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
