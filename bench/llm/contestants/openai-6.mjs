import { OpenAI } from 'openai-6';
import { createSubject } from './openai-sdk.mjs';

export const create = (baseURL) => createSubject({ OpenAI }, baseURL);
