const WORD =
  /^(?:(?:second|minute|hour|day|week|month|year)s?|ago|last|yesterday|today|now|noon|midnight|tea|at|[ap]m|t|z|utc|gmt|one|two|three|four|five|six|seven|eight|nine|ten|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)[a-z]*)$/i;

/** Whether all of a date is known to git, which takes what it does not know for the current time. */
export function isDate(text: string): boolean {
  const words = text.match(/[^\W\d_]+/g) ?? [];
  const [, month = 1, day = 1] = /^\d{4}[-/.](\d{1,2})(?:[-/.](\d{1,2}))?/.exec(text) ?? [];
  // A number alone is a time in seconds since 1970.
  return (
    /^[\w\s.,:/@+-]+$/.test(text) &&
    /\w/.test(text) &&
    !/^\d{1,8}$/.test(text) &&
    words.every((word) => WORD.test(word)) &&
    Number(month) <= 12 &&
    Number(day) <= 31
  );
}
