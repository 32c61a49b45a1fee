/** One spelling for names that a person takes for the same: another case, or é as one character or two. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The same for looking for a part of a name: accents do not count. */
export function looseName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
