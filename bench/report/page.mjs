import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machine } from './machine.mjs';

const PAGE = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));

/** Replaces the section of one bench in docs/benchmarks.md, or adds it at the end, with the date and the machine below the title. */
export function writeSection(name, title, report, today = new Date()) {
  const date = today.toISOString().slice(0, 10);
  const origin = `Measured on ${date}: ${machine()}, by \`pnpm bench ${name} --write\`.`;
  const text = [`## ${title}`, origin, report].join('\n\n');
  writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), name, text));
}

/** Returns the page with a new text between the markers of a section. The text outside the markers stays. */
export function withSection(page, name, text) {
  const [start, end] = [`<!-- bench ${name} -->`, `<!-- /bench ${name} -->`];
  const section = `${start}\n${text.trim()}\n${end}`;
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from === -1 || to < from) return `${page.trimEnd()}\n\n${section}\n`;
  return page.slice(0, from) + section + page.slice(to + end.length);
}
