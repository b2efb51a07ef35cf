/** The text that a secret prints as, and that replaces its value in other texts. */
export const SHOWN = '[secret]';
