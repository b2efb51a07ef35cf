import type { JsonSchema } from '@toolwright/contract';
import { typedSchema } from '@toolwright/tools';

export interface Report {
  city: string;
  days: number;
}

export const schema: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days'],
  additionalProperties: false,
};
export const ReportSchema = typedSchema<Report>('Report', schema);
export const OSLO: Report = { city: 'Oslo', days: 3 };
export const json = JSON.stringify(OSLO);
