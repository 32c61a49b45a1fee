/** Key of our extension in capabilities and in `_meta`, on requests and results. */
export const extensionKey = 'io.github.mcp-typeahead/completions';
