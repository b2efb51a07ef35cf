import { printable } from '@toolwright/program';
import type { EffectStep, FoundEffect, HintCheck, ToolEffects, Verdict } from '../effect.js';
import { createPaint, type Paint, printPath, printPlace, type Style } from './paint.js';

/** Options of `printEffects`. */
export interface PrintEffectsOptions {
  /** Enables ANSI colours. Default: false. */
  readonly color?: boolean | undefined;
  /** Also prints hints that a tool lacks although its code supports them. Default: false. */
  readonly suggest?: boolean | undefined;
}

/** Prints the effects of tools as a tree, for people: each effect with the calls that lead to it. No line break at the end. */
export function printEffects(
  tools: readonly ToolEffects[],
  { color = false, suggest = false }: PrintEffectsOptions = {},
): string {
  const paint = createPaint(color);
  return tools.map((tool) => printTool(tool, suggest, paint)).join('\n\n');
}

function printTool(tool: ToolEffects, suggest: boolean, paint: Paint): string {
  const { name, effects, hints, suggestions } = tool;
  const blocks = [
    ...effects.map((effect) => printEffect(effect, paint)),
    ...(effects.length === 0 ? [[paint('green', 'no effects')]] : []),
    ...hints.map((hint) => [printHint(hint, paint)]),
    ...(suggest ? suggestions.map(({ hint, value }) => [`suggestion: ${hint}: ${value}`]) : []),
  ];
  const lines = blocks.flatMap(([first = '', ...rest], index) => {
    const isLast = index === blocks.length - 1;
    return [`${isLast ? '└─' : '├─'} ${first}`, ...rest.map((text) => `${isLast ? ' ' : '│'}  ${text}`)];
  });
  return [`${paint('bold', name)} ${paint('dim', printPlace(tool))}`, ...lines].join('\n');
}

function printEffect({ effect, reason, ...way }: FoundEffect, paint: Paint): string[] {
  const title = reason === undefined ? effect : `${effect}: ${reason}`;
  return [
    paint(effect === 'unknown' ? 'yellow' : 'bold', title),
    ...printPath(
      way,
      (step) => printStep(step, paint),
      (gap) => `  ${paint('dim', gap)}`,
    ),
  ];
}

function printStep(step: EffectStep, paint: Paint): string {
  return `  ${paint('dim', printPlace(step))}  ${printable(step.text)}`;
}

const VERDICT_STYLES: Readonly<Record<Verdict, Style>> = {
  contradicted: 'red',
  supported: 'green',
  unknown: 'dim',
};

function printHint({ hint, value, verdict }: HintCheck, paint: Paint): string {
  return `${hint}: ${value} is ${paint(VERDICT_STYLES[verdict], verdict)}`;
}
