/** ASCII characters, as 1 at their codes: looked up once for each character of a URI. */
export type CharacterSet = Uint8Array;

export function characterSet(characters: string): CharacterSet {
  const set = new Uint8Array(128);
  for (let index = 0; index < characters.length; index += 1) set[characters.charCodeAt(index)] = 1;
  return set;
}
