export function drawTerminal(output: string): string;
