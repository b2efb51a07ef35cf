/** Whether a reply ends as soon as its first call can no longer be valid. */
export type EarlyRefusals = 'abort' | 'off';
