/** Made-up facts: the tools are mocks, so that the example needs no other service. */
export interface City {
  /** Celsius, in March. */
  readonly celsius: number;
  readonly sky: string;
  readonly hotels: readonly { readonly name: string; readonly stars: number; readonly perNight: number }[];
}

export const CITIES: ReadonlyMap<string, City> = new Map([
  ['oslo', { celsius: 3, sky: 'light snow', hotels: [{ name: 'Fjord Inn', stars: 3, perNight: 110 }] }],
  ['rome', { celsius: 15, sky: 'rain showers', hotels: [{ name: 'Aurelia', stars: 4, perNight: 140 }] }],
  [
    'lisbon',
    {
      celsius: 18,
      sky: 'sunny',
      hotels: [
        { name: 'Casa do Rio', stars: 4, perNight: 120 },
        { name: 'Alfama Rooms', stars: 3, perNight: 70 },
        { name: 'Grande Miradouro', stars: 5, perNight: 210 },
      ],
    },
  ],
]);

export const FLIGHTS: ReadonlyMap<
  string,
  readonly { readonly flight: string; readonly departs: string; readonly price: number }[]
> = new Map([
  [
    'berlin-lisbon',
    [
      { flight: 'TW 204', departs: '07:15', price: 149 },
      { flight: 'TW 208', departs: '16:40', price: 119 },
    ],
  ],
  ['lisbon-berlin', [{ flight: 'TW 205', departs: '11:05', price: 131 }]],
]);

/** The value of one euro. */
export const RATES: Readonly<Record<Currency, number>> = { EUR: 1, USD: 1.1, GBP: 0.85, NOK: 11.5 };

export type Currency = 'EUR' | 'USD' | 'GBP' | 'NOK';
