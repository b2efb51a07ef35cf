import { listFiles } from '../files/list-files.js';
import { findText } from '../files/read-text.js';
import { withholdSecrets } from '../files/secret-text.js';
import type { Repository } from '../git/open-repository.js';
import { clip, clipWithNote } from '../paging/clip.js';
import { takePage } from '../paging/page.js';
import { TokenBudget } from '../paging/token-budget.js';

export interface ProjectDocs {
  /** All documentation files, with their headings. */
  documents: { path: string; headings: string[] }[];
  /** Sections that answer the question best, or the beginning of the README where nothing was asked. */
  sections: DocSection[];
  /** What is missing, in sentences; empty where all is there. */
  missing: string[];
  /** The offset to read on at; absent at the end. */
  next?: number;
}

export interface DocSection {
  path: string;
  heading: string;
  text: string;
}

const DOCUMENT =
  /(^|\/)(readme|contributing|changelog|architecture|security|code_of_conduct|agents)[^/]*$|(^|\/)docs?\/.*\.(md|mdx|rst|adoc|txt)$|^[^/]+\.(md|rst|adoc)$/i;
const MAX_DOCUMENTS = 60;
const MAX_HEADINGS = 30;
const MAX_SECTIONS = 6;
const MAX_SECTION_LENGTH = 3_000;
const MAX_HEADING = 120;
const LIST_TOKENS = 1_500;
const TEXT_TOKENS = 5_000;

/** The project's documentation: the files, and the sections that contain words of the question. */
export async function readProjectDocs(
  repository: Repository,
  question: string,
  offset: number,
  signal?: AbortSignal,
): Promise<ProjectDocs> {
  const { paths } = await listFiles(repository, '', signal);
  const found = paths.filter((path) => DOCUMENT.test(path)).sort(byDepth);
  const wanted = found.slice(0, MAX_DOCUMENTS);
  const list = new TokenBudget(LIST_TOKENS);
  const documents: ProjectDocs['documents'] = [];
  const sections: DocSection[] = [];
  for (const path of wanted) {
    const source = await findText(repository, path, { listed: true, signal });
    if (source === undefined) continue;
    const own = splitSections(path, withholdSecrets(source.text.split('\n')));
    const headings = own.map(({ heading }) => heading).filter(Boolean);
    const document = { path, headings: headings.slice(0, MAX_HEADINGS) };
    const short = { path, headings: [] };
    if (offset === 0 && list.take(document)) documents.push(document);
    else if (offset === 0 && list.take(short)) documents.push(short);
    for (const section of own) sections.push(section);
  }
  const chosen = choose(sections, question);
  const { items, next } = takePage(chosen.map(shorten), {
    offset,
    limit: MAX_SECTIONS,
    budget: new TokenBudget(TEXT_TOKENS),
  });
  return {
    documents,
    sections: items,
    missing: [
      ...(found.length > MAX_DOCUMENTS
        ? [`Not read: ${found.length - MAX_DOCUMENTS} documents in deeper folders.`]
        : []),
      ...(next === undefined ? [] : [`${chosen.length - next} more sections; read on with offset ${next}.`]),
    ],
    ...(next !== undefined && { next }),
  };
}

function splitSections(path: string, lines: readonly string[]): DocSection[] {
  const sections: DocSection[] = [{ path, heading: '', text: '' }];
  for (const line of lines) {
    const heading = /^#{1,4} +(.+)$/.exec(line)?.[1];
    if (heading !== undefined) sections.push({ path, heading: clip(heading, MAX_HEADING), text: '' });
    const current = sections.at(-1);
    if (current && heading === undefined) current.text += `${line}\n`;
  }
  return sections.filter(({ heading, text: body }) => heading !== '' || body.trim() !== '');
}

function choose(sections: readonly DocSection[], question: string): DocSection[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? [];
  if (words.length === 0) return [...sections];
  return sections
    .map((section) => ({ section, score: score(section, words) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ section }) => section);
}

/** A word in the heading counts three times as much. Repetitions do not count. */
function score({ heading, text }: DocSection, words: readonly string[]): number {
  const [title, body] = [heading.toLowerCase(), text.toLowerCase()];
  return words.reduce((sum, word) => sum + (title.includes(word) ? 3 : 0) + (body.includes(word) ? 1 : 0), 0);
}

function shorten(section: DocSection): DocSection {
  return { ...section, text: clipWithNote(section.text.trim(), MAX_SECTION_LENGTH) };
}

function byDepth(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}
