import type { Flight, Hotel, Weather } from './travel-tools.js';

/** One question, and the scripted model's reaction to it. */
export interface Scenario {
  readonly shows: string;
  readonly question: string;
  /** Steps of tool calls, one after the other; empty if the model needs none. */
  readonly steps: readonly ((seen: Seen) => readonly Call[])[];
  readonly answer: (seen: Seen) => string;
}

/** Real results of tools: `here` for this question, `earlier` for the questions before. */
export interface Seen {
  readonly here: readonly unknown[];
  readonly earlier: readonly unknown[];
}

export interface Call {
  readonly name: string;
  readonly arguments: object;
}

const DATE = '2027-03-14';

/** One conversation: later questions build on earlier answers. */
export const SCENARIOS: readonly Scenario[] = [
  {
    shows: 'who the assistant is: its name and description reach the model',
    question: 'What do you do?',
    steps: [],
    answer: () => 'I plan short trips: weather, flights, hotels, money.',
  },
  {
    shows: 'one tool',
    question: 'What is the weather like in Oslo in March?',
    steps: [() => [{ name: 'weather', arguments: { city: 'Oslo' } }]],
    answer: ({ here }) => describe(here[0]),
  },
  {
    shows: 'two calls at once',
    question: 'I want it warmer. Compare Rome and Lisbon.',
    steps: [() => ['Rome', 'Lisbon'].map((city) => ({ name: 'weather', arguments: { city } }))],
    answer: ({ here }) => here.map(describe).join(' '),
  },
  {
    shows: 'asking for what is missing',
    question: 'Find me a flight to Lisbon.',
    steps: [],
    answer: () => 'From where do you want to fly, and on which day?',
  },
  {
    shows: 'arguments from two messages',
    question: `From Berlin, on ${DATE}.`,
    steps: [() => [{ name: 'searchFlights', arguments: { from: 'Berlin', to: 'Lisbon', date: DATE } }]],
    answer: ({ here }) => `The cheapest is ${describeFlight(first(here[0]))}.`,
  },
  {
    shows: 'a default and a constraint',
    question: 'And a hotel there for three nights, four stars or more.',
    steps: [() => [{ name: 'searchHotels', arguments: { city: 'Lisbon', nights: 3, minStars: 4 } }]],
    answer: ({ here }) => `Take ${describeHotel(first(here[0]))}.`,
  },
  {
    shows: 'a result of an earlier question as an argument',
    question: 'How much is the flight in US dollars?',
    steps: [
      ({ earlier }) => [
        {
          name: 'convertCurrency',
          arguments: { amount: cheapestFlight(earlier).price, from: 'EUR', to: 'USD' },
        },
      ],
    ],
    answer: ({ here }) => `It is ${here[0]} dollars.`,
  },
  {
    shows: 'two different tools in one reply',
    question: 'What will the weather in Lisbon be, and which flights go back on 2027-03-19?',
    steps: [
      () => [
        { name: 'weather', arguments: { city: 'Lisbon' } },
        { name: 'searchFlights', arguments: { from: 'Lisbon', to: 'Berlin', date: '2027-03-19' } },
      ],
    ],
    answer: ({ here }) => `${describe(here[0])} You can fly back with ${describeFlight(first(here[1]))}.`,
  },
  {
    shows: 'a tool that fails',
    question: 'What about the weather in Atlantis?',
    steps: [() => [{ name: 'weather', arguments: { city: 'Atlantis' } }]],
    answer: ({ here }) => `I cannot tell: ${here[0]}`,
  },
  {
    shows: 'a chain: the second call needs the first',
    question: 'How much are the flight back five days later and the hotel together, in pounds?',
    steps: [
      () => [{ name: 'searchFlights', arguments: { from: 'Lisbon', to: 'Berlin', date: '2027-03-19' } }],
      ({ here, earlier }) => [
        {
          name: 'convertCurrency',
          arguments: { amount: first<Flight>(here[0]).price + hotel(earlier).total, from: 'EUR', to: 'GBP' },
        },
      ],
    ],
    answer: ({ here }) => `Together they are ${here[1]} pounds.`,
  },
  {
    shows: 'no tool: the conversation holds the answer',
    question: 'Which of the three cities was the warmest?',
    steps: [],
    answer: ({ earlier }) => warmest(earlier),
  },
  {
    shows: 'the limit of three requests, and an answer that is forced from what is there',
    question: 'Look up Oslo, Rome, Lisbon and Paris, one after the other, and name the warmest.',
    steps: ['Oslo', 'Rome', 'Lisbon', 'Paris'].map((city) => () => [
      { name: 'weather', arguments: { city } },
    ]),
    answer: ({ here }) =>
      `I had to stop after ${here.length} of 4 cities. The warmest of them is ${warmest(here)}`,
  },
  {
    shows: 'a summary of the whole conversation',
    question: 'Sum up my trip.',
    steps: [],
    answer: ({ earlier }) =>
      `You fly to Lisbon with ${describeFlight(cheapestFlight(earlier))}, and stay at ${describeHotel(hotel(earlier))}.`,
  },
];

function warmest(results: readonly unknown[]): string {
  const [first] = results.filter(isWeather).sort((a, b) => b.celsius - a.celsius);
  return first === undefined ? 'I have not looked yet.' : `${first.city}, with ${first.celsius} °C.`;
}

function describe(result: unknown): string {
  if (!isWeather(result)) return String(result);
  return `${result.city} has ${result.celsius} °C and ${result.sky}.`;
}

function describeFlight({ flight, date, departs, price }: Flight): string {
  return `${flight} on ${date} at ${departs} for ${price} euros`;
}

function describeHotel({ name, stars, total }: Hotel): string {
  return `${name} (${stars} stars) for ${total} euros`;
}

function cheapestFlight(results: readonly unknown[]): Flight {
  return first(results.find((result) => isListWith(result, 'flight')));
}

function hotel(results: readonly unknown[]): Hotel {
  return first(results.find((result) => isListWith(result, 'stars')));
}

function first<Item>(list: unknown): Item {
  // The script knows which tool it has called, and so the type of the result.
  if (Array.isArray(list) && list.length > 0) return list[0] as Item;
  throw new Error(`The script expected a list with an item; the tool gave ${JSON.stringify(list)}.`);
}

function isListWith(result: unknown, key: string): boolean {
  return Array.isArray(result) && typeof result[0] === 'object' && result[0] !== null && key in result[0];
}

function isWeather(result: unknown): result is Weather {
  return typeof result === 'object' && result !== null && 'celsius' in result;
}
