const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Do arrays and objects nest deeper than this? Linear and without recursion, before anything that recurses
 * (`JSON.stringify`, another program's parser) sees the text.
 */
export function isDeeperThan(json: string, maxDepth: number): boolean {
  if (json.length <= maxDepth) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (inString) {
      if (code === backslash) i++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBracket || code === openBrace) {
      depth++;
      if (depth > maxDepth) return true;
    } else if (code === closeBracket || code === closeBrace) depth--;
  }
  return false;
}
