/** A plain search: the number of words of the query that occur in the name or the description of a tool. */
export function createWordSearch(tools) {
  const texts = tools.map(({ name, description }) => new Set(wordsOf(`${name} ${description}`)));
  return (query, limit) => {
    const wanted = [...new Set(wordsOf(query))];
    return tools
      .map((tool, index) => ({ tool, score: wanted.filter((word) => texts[index].has(word)).length }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ tool }) => tool);
  };
}

function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
}
