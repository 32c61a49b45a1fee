/** One spelling for names that a person takes for the same: another case, or é as one character or two. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
