import { stripVTControlCharacters } from 'node:util';

const COLUMNS = 84;
const [WIDTH, HEIGHT, MARGIN] = [8.4, 20, 16];
const LOOKS = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underlined',
  31: 'red',
  32: 'green',
  33: 'yellow',
  35: 'magenta',
  36: 'cyan',
};
const ESCAPE = '\u001b';
/** What a program sends to a terminal: a sequence with its number and letter, or one character. */
const PIECES = new RegExp(
  `${ESCAPE}\\[\\??(?<parameters>[\\d;]*)(?<letter>[A-Za-z])|(?<text>[^${ESCAPE}])`,
  'gu',
);

/** What a terminal shows after this output, as an SVG that is readable on light and dark pages. */
export function drawTerminal(output) {
  const rows = readScreen(output);
  const [width, height] = [COLUMNS * WIDTH + 2 * MARGIN, rows.length * HEIGHT + 2 * MARGIN];
  const texts = rows.map((row, index) => {
    const y = MARGIN + (index + 0.75) * HEIGHT;
    return `<text x="${MARGIN}" y="${y}" xml:space="preserve">${drawRow(row)}</text>\n`;
  });
  const label = escaped(rows.map((row) => row.map(({ text }) => text).join('')).join('\n'));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #e6edf3 }
.bold { font-weight: bold }
.dim { fill: #8b949e }
.italic { font-style: italic }
.underlined { text-decoration: underline }
.red { fill: #ff7b72 }
.green { fill: #56d364 }
.yellow { fill: #e3b341 }
.magenta { fill: #d2a8ff }
.cyan { fill: #56d4dd }
</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="7.5" fill="none" stroke="#6e7681"/>
${texts.join('')}</svg>
`;
}

/** Lines of characters and how they look, as classes of the style sheet, as they are at the end: of a line that was written again, only its last state is seen. */
function readScreen(output) {
  const rows = [[]];
  let [x, y, look] = [0, 0, ''];
  for (const { groups: { parameters = '', letter, text = '' } = {} } of output.matchAll(PIECES)) {
    rows[y] ??= [];
    const row = rows[y] ?? [];
    const number = Number(parameters);
    if (text === '\n') y += 1;
    else if (text === '\r') x = 0;
    else if (text !== '') row[x++] = { text, look };
    else if (letter === 'm')
      look = number === 0 || number > 38 || number === 22 ? '' : `${look} ${LOOKS[number] ?? ''}`.trim();
    else if (letter === 'G') x = Math.max(1, number) - 1;
    else if (letter === 'A') y = Math.max(0, y - Math.max(1, number));
    else if (letter === 'K' && number === 2) row.length = 0;
    else if (letter === 'K' || letter === 'J') row.length = Math.min(row.length, x);
    if (letter === 'J') rows.length = y + 1;
  }
  return rows.map((row) => Array.from(row, (cell) => cell ?? { text: ' ', look: '' }));
}

function drawRow(row) {
  let drawn = '';
  for (let start = 0; start < row.length; ) {
    const look = row[start]?.look ?? '';
    const end = row.findIndex((cell, index) => index > start && cell.look !== look);
    const text = row.slice(start, end === -1 ? row.length : end).map((cell) => cell.text);
    drawn +=
      look === '' ? escaped(text.join('')) : `<tspan class="${look}">${escaped(text.join(''))}</tspan>`;
    start += text.length;
  }
  return drawn;
}

function escaped(text) {
  return stripVTControlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}
