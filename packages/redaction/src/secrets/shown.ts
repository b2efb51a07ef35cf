/** The text that a secret prints, and that replaces it elsewhere. */
export const SHOWN = '[secret]';
