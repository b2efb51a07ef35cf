/** A text behind its title. It moves to the next line if that spares a break, and text of several lines does so below a colon or a line break. */
export function joinTitle(title: string, text: string, columns: number): string {
  const breaks = title.length + 1 + text.length > columns;
  const moves = text.includes('\n') ? title.endsWith(':') : breaks && text.length <= columns;
  if (title.endsWith('\n')) return `${title}${text}`.trimEnd();
  return `${title}${moves ? '\n' : ' '}${text}`.trimEnd();
}
