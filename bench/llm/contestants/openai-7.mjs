import { OpenAI } from 'openai-7';
import { createSubject } from './openai-sdk.mjs';

export const create = (baseURL) => createSubject({ OpenAI }, baseURL);
