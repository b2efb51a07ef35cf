import { readFileSync } from 'node:fs';
import type { Step } from '../../../src/timeline/step.js';
import { barColors, readColors } from './bar-colors.js';

const CSS = readFileSync(new URL('../look/tokens.css', import.meta.url), 'utf8');
const KINDS = ['start', 'model', 'tool', 'approval', 'end'] as const satisfies readonly Step['kind'][];

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// K2
it('writes the label of each bar with a contrast of 4.5 or more, in light and in dark', () => {
  for (const isDark of [false, true]) {
    const style = { getPropertyValue: (name: string) => new RegExp(`${name}: (.*);`).exec(CSS)?.[1] ?? '' };
    const colors = readColors(style, isDark);
    expect(colors('ground')).toBe(isDark ? '#101516' : '#f6f7f7');
    for (const kind of KINDS) {
      for (const tone of ['model', 'tool', 'agent', 'warn', 'bad', 'good', 'plain'] as const) {
        const { fill, label } = barColors(kind, tone, colors);
        expect(contrast(fill, label)).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});
