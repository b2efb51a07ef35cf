export function onPaper() { return ''; }
