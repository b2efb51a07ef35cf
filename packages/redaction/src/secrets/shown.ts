/** The text that a secret prints as, and that replaces its value in other text. */
export const SHOWN = '[secret]';
