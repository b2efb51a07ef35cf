import { type Format, type Int, type Max, type Min, tool } from 'toolwright';
import { CITIES, type City, type Currency, FLIGHTS, RATES } from './travel-data.js';

export interface Weather {
  city: string;
  celsius: number;
  sky: string;
}

export interface Flight {
  flight: string;
  date: string;
  departs: string;
  /** In euros. */
  price: number;
}

export interface Hotel {
  name: string;
  stars: number;
  /** For all nights, in euros. */
  total: number;
}

/** The tools of the assistant. */
export class TravelTools {
  /**
   * The weather to expect in a city.
   * @param city Name of the city, e.g. "Oslo"
   */
  @tool({ readOnly: true })
  weather(city: string): Weather {
    const { celsius, sky } = find(city);
    return { city, celsius, sky };
  }

  /**
   * Direct flights, cheapest first.
   * @param from City of departure
   * @param to City of arrival
   * @param date Day of departure, e.g. "2027-03-14"
   */
  @tool({ readOnly: true })
  searchFlights(from: string, to: string, date: string & Format<'date'>): Flight[] {
    const flights = FLIGHTS.get(`${from}-${to}`.toLowerCase()) ?? [];
    return flights.map((flight) => ({ ...flight, date })).sort((a, b) => a.price - b.price);
  }

  /**
   * Hotels in a city, cheapest first.
   * @param city Name of the city
   * @param nights How many nights
   * @param minStars Only hotels with at least so many stars
   */
  @tool({ readOnly: true })
  searchHotels(
    city: string,
    nights: number & Int & Min<1> & Max<30>,
    minStars: 1 | 2 | 3 | 4 | 5 = 1,
  ): Hotel[] {
    return find(city)
      .hotels.filter(({ stars }) => stars >= minStars)
      .map(({ name, stars, perNight }) => ({ name, stars, total: perNight * nights }))
      .sort((a, b) => a.total - b.total);
  }

  /**
   * Converts an amount of money.
   * @param amount How much
   * @param from Its currency
   * @param to The currency wanted
   */
  @tool({ readOnly: true })
  convertCurrency(amount: number, from: Currency, to: Currency): number {
    return Math.round((amount / RATES[from]) * RATES[to] * 100) / 100;
  }
}

function find(name: string): City {
  const city = CITIES.get(name.toLowerCase());
  if (city !== undefined) return city;
  throw new Error(`nothing is known of ${name}; there are ${[...CITIES.keys()].join(', ')}`);
}
