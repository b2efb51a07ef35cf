/** What a secret prints, and what stands in place of its text. */
export const SHOWN = '[secret]';
