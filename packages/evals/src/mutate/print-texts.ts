import { shortenLine, visibleLine } from '@toolwright/contract';
import { createPalette } from '@toolwright/logger';
import { percent } from '../report/format-values.js';
import { alignRows, type TableOptions } from '../report/print-table.js';
import type { TextEffect, TextReport } from './mutate-texts.js';

const MAX_NAMES = 20;

/** Prints what the texts are worth: the changes that cost the most first, then the texts that no case needs. */
export function printTexts(
  { eval: name, effects, coverage, notTried }: TextReport,
  { color = false }: TableOptions = {},
): string {
  const paint = createPalette(color);
  const lines = [paint.user(`${visibleLine(name)}: right calls with and without each text`), ''];
  const sorted = [...effects].sort((one, other) => lossOf(other) - lossOf(one));
  const rows = alignRows([
    ['text', 'cases', 'with', 'without'],
    ...sorted.map((effect) => [
      describeText(effect),
      String(effect.cases),
      percent(effect.before),
      percent(effect.after),
    ]),
  ]);
  lines.push(
    ...rows.map((row, index) => `  ${index > 0 && lossOf(sorted[index - 1]) > 0 ? paint.error(row) : row}`),
  );
  if (effects.length > 0 && effects.every((effect) => lossOf(effect) <= 0))
    lines.push(
      '',
      paint.notice('No text makes a difference: the cases are too easy, or the model does not read them.'),
    );
  if (coverage.tools === 0)
    lines.push(
      '',
      paint.notice('The agent does not wrap its tools: write toolRegistry: attempt.tools(registry).'),
    );
  if (notTried > 0)
    lines.push(
      '',
      paint.notice(`${notTried} changes were not tried: the eval was interrupted, or its budget was spent.`),
    );
  const { tools, parameters, unusedTools, unusedParameters } = coverage;
  lines.push(
    '',
    `  used: ${tools - unusedTools.length} of ${tools} tools; of ${parameters} parameters, ${unusedParameters.length} of the used tools are in no call`,
  );
  if (unusedTools.length > 0) lines.push(`  tools that no case calls: ${listNames(unusedTools)}`);
  if (unusedParameters.length > 0)
    lines.push(`  parameters that no case uses: ${listNames(unusedParameters)}`);
  return `${lines.join('\n')}\n`;
}

function describeText({ tool, parameter, text, what }: TextEffect): string {
  const place = parameter === undefined ? tool : `${tool}.${parameter}`;
  return `${place}: ${text} ${what}`;
}

/** The share of attempts that passed only with the text. */
function lossOf(effect: TextEffect | undefined): number {
  return effect === undefined ? 0 : (effect.before ?? 0) - (effect.after ?? 0);
}

function listNames(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).map((name) => shortenLine(visibleLine(name), 60));
  return `${shown.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}
