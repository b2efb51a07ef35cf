import { tool } from 'ai';
import { z } from 'zod';

const Place = z.object({
  city: z.string().min(1).describe('City name, e.g. "Paris"'),
  country: z.string().length(2).optional().describe('Two letters, as in ISO 3166'),
});

const Stay = z
  .object({ place: Place, from: z.string().date(), to: z.string().date() })
  .refine(({ from, to }) => from < to, { message: 'must be after "from"', path: ['to'] });

export const forecast = tool({
  description: 'Weather forecast for a place.',
  inputSchema: z.object({
    place: Place,
    days: z.number().int().min(1).max(7).default(3).describe('Days ahead'),
    unit: z.enum(['celsius', 'fahrenheit']).default('celsius'),
  }),
  execute: async ({ place, days, unit }) => {
    const degrees = Array.from({ length: days }, (_, day) => 12 + day);
    return { city: place.city, unit, degrees: unit === 'celsius' ? degrees : degrees.map(toFahrenheit) };
  },
});

export const findRooms = tool({
  description: 'Find rooms for a stay.',
  inputSchema: Stay,
  execute: async (stay) => [`Two beds in ${stay.place.city}, ${stay.from} to ${stay.to}`],
});

function toFahrenheit(celsius: number): number {
  return Math.round(celsius * 1.8 + 32);
}
