const WORD =
  /^(?:(?:second|minute|hour|day|week|month|year)s?|ago|last|yesterday|today|now|noon|midnight|tea|at|[ap]m|t|z|utc|gmt|one|two|three|four|five|six|seven|eight|nine|ten|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)[a-z]*)$/i;
/** A month or day that no calendar has, or a number that is too small for seconds since 1970. */
const WRONG_NUMBER = /^\d{4}[-/.](?:1[3-9]|[2-9]\d|\d\d?[-/.](?:3[2-9]|[4-9]\d))|^\d{1,8}$/;

/** Whether all of a date is known to git, which takes what it does not know for the current time. */
export function isDate(text: string): boolean {
  const words = text.match(/[^\W\d_]+/g) ?? [];
  return (
    /^\W*\w[\w\s.,:/@+-]*$/.test(text) && !WRONG_NUMBER.test(text) && words.every((word) => WORD.test(word))
  );
}
