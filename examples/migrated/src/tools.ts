import { tool } from 'toolwright';
import { z } from 'zod';

const Place = z.object({
  city: z.string().min(1).describe('City name, e.g. "Paris"'),
  country: z.string().length(2).optional().describe('Two letters, as in ISO 3166'),
});

const Stay = z
  .object({ place: Place, from: z.string().date(), to: z.string().date() })
  .refine(({ from, to }) => from < to, { message: 'must be after "from"', path: ['to'] });

export interface ForecastInput {
  place: Place;
  /**
   * Days ahead
   * @integer
   * @minimum 1
   * @maximum 7
   */
  days?: number;
  unit?: 'celsius' | 'fahrenheit';
}

export interface FindRoomsInput {
  place: Place;
  /** @format date */
  from: string;
  /** @format date */
  to: string;
}

export interface Place {
  /**
   * City name, e.g. "Paris"
   * @minLength 1
   */
  city: string;
  /**
   * Two letters, as in ISO 3166
   * @minLength 2
   * @maxLength 2
   */
  country?: string;
}

/** Weather forecast for a place. */
export const forecast = tool(async ({ place, days = 3, unit = 'celsius' }: ForecastInput) => {
  const degrees = Array.from({ length: days }, (_, day) => 12 + day);
  return { city: place.city, unit, degrees: unit === 'celsius' ? degrees : degrees.map(toFahrenheit) };
});

/** Find rooms for a stay. */
export const findRooms = tool(async (args: FindRoomsInput) => {
  const stay = await Stay.parseAsync(args);
  return [`Two beds in ${stay.place.city}, ${stay.from} to ${stay.to}`];
});

function toFahrenheit(celsius: number): number {
  return Math.round(celsius * 1.8 + 32);
}
