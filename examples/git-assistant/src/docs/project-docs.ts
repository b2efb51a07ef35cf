import { listFiles } from '../files/list-files.js';
import { findText } from '../files/read-text.js';
import type { Repository } from '../git/open-repository.js';

export interface ProjectDocs {
  /** All documentation files, with their headings. */
  documents: { path: string; headings: string[] }[];
  /** Sections that answer the question best, or the beginning of the README where nothing was asked. */
  sections: DocSection[];
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

/** The project's documentation: what there is, and the sections in which the words of a question are found. */
export async function readProjectDocs(
  repository: Repository,
  question: string,
  signal?: AbortSignal,
): Promise<ProjectDocs> {
  const { paths } = await listFiles(repository, '', signal);
  const wanted = paths
    .filter((path) => DOCUMENT.test(path))
    .sort(byDepth)
    .slice(0, MAX_DOCUMENTS);
  const documents: ProjectDocs['documents'] = [];
  const sections: DocSection[] = [];
  for (const path of wanted) {
    const source = await findText(repository, path, signal);
    if (source === undefined) continue;
    const found = splitSections(path, source.text);
    documents.push({
      path,
      headings: found
        .map(({ heading }) => heading)
        .filter(Boolean)
        .slice(0, MAX_HEADINGS),
    });
    sections.push(...found);
  }
  return { documents, sections: choose(sections, question).map(shorten) };
}

function splitSections(path: string, text: string): DocSection[] {
  const sections: DocSection[] = [{ path, heading: '', text: '' }];
  for (const line of text.split('\n')) {
    const heading = /^#{1,4} +(.+)$/.exec(line)?.[1];
    if (heading !== undefined) sections.push({ path, heading, text: '' });
    const current = sections.at(-1);
    if (current && heading === undefined) current.text += `${line}\n`;
  }
  return sections.filter(({ heading, text: body }) => heading !== '' || body.trim() !== '');
}

function choose(sections: readonly DocSection[], question: string): DocSection[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? [];
  if (words.length === 0) return sections.slice(0, MAX_SECTIONS);
  return sections
    .map((section) => ({ section, score: score(section, words) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SECTIONS)
    .map(({ section }) => section);
}

/** A word in the heading counts three times as much; how often it is repeated does not count. */
function score({ heading, text }: DocSection, words: readonly string[]): number {
  const [title, body] = [heading.toLowerCase(), text.toLowerCase()];
  return words.reduce((sum, word) => sum + (title.includes(word) ? 3 : 0) + (body.includes(word) ? 1 : 0), 0);
}

function shorten(section: DocSection): DocSection {
  const text = section.text.trim();
  return {
    ...section,
    text: text.length > MAX_SECTION_LENGTH ? `${text.slice(0, MAX_SECTION_LENGTH)}…` : text,
  };
}

function byDepth(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}
