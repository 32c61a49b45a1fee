export const title = 'filter(includes), any case';

export function prepare(values) {
  return (text) => {
    const wanted = text.toLowerCase();
    const found = values.filter((value) => value.toLowerCase().includes(wanted));
    return { values: found.slice(0, 100), total: found.length };
  };
}
