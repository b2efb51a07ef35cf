export const thorough: boolean;
export function cases(sample: number, all: number): number;
