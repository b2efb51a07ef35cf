import { type Format, tool } from 'toolwright';

export class Calendar {
  /**
   * The current date and time.
   * @param timeZone IANA name, e.g. "Europe/Oslo"
   */
  @tool({ readOnly: true })
  now(timeZone = 'UTC'): string {
    return new Date().toLocaleString('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' });
  }

  /**
   * Counts the days from one date to another.
   * @param from First day, e.g. "2027-01-31"
   * @param to Last day
   */
  @tool({ readOnly: true })
  daysBetween(from: string & Format<'date'>, to: string & Format<'date'>): number {
    return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  }
}
