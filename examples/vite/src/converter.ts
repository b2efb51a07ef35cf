import { tool } from 'toolwright';

const METRES = { m: 1, km: 1000, mi: 1609.344, ft: 0.3048 };

/** Conversions between units. The methods are tools. */
export class Converter {
  /**
   * A length in another unit.
   * @param amount How much
   * @param from The unit that it is in
   * @param to The unit that is wanted
   */
  @tool({ readOnly: true })
  length(amount: number, from: 'm' | 'km' | 'mi' | 'ft' = 'mi', to: 'm' | 'km' | 'mi' | 'ft' = 'km'): number {
    return (amount * METRES[from]) / METRES[to];
  }

  /**
   * How long a way takes.
   * @param kilometres Of the way
   * @param speed In kilometres per hour
   */
  @tool({ readOnly: true })
  travelTime(kilometres: number, speed = 80): string {
    const minutes = Math.round((kilometres / speed) * 60);
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }
}
