// What the guide of the MCP SDK shows.
export const title = 'filter(startsWith)';

export function prepare(values) {
  return (text) => {
    const found = values.filter((value) => value.startsWith(text));
    return { values: found.slice(0, 100), total: found.length };
  };
}
