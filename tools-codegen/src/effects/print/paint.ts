import { printable } from '../../diagnostics/printable.js';

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

export type Style = keyof typeof STYLES;

/** Shows a text of the project safely, in a colour where there are colours. */
export type Paint = (style: Style, text: string) => string;

export function createPaint(color: boolean): Paint {
  return (style, text) => (color ? `\u001b[${STYLES[style]}m${printable(text)}\u001b[0m` : printable(text));
}
