import { tool } from 'toolwright';

/** Common operations on text. The methods are tools and also commands. */
export class TextTools {
  /**
   * A text as a part of an address: "Über uns!" becomes "uber-uns".
   * @param text Of any length
   * @param limit At most that many characters
   */
  @tool({ readOnly: true })
  slug(text: string, limit = 60): string {
    const words =
      text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? [];
    return words.join('-').slice(0, limit).replace(/-$/, '');
  }

  /**
   * The words that a text has most often.
   * @param text Of any length
   * @param count How many words
   */
  @tool({ readOnly: true })
  frequentWords(text: string, count = 3): Record<string, number> {
    const counts = new Map<string, number>();
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
    return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a).slice(0, count));
  }
}
