import { describe, expect, it } from 'vitest';
import { END, LATE, UNKNOWN } from '../../src/text/codes.js';
import { Folder } from '../../src/text/folder.js';

describe('the codes of a folder', () => {
  it('are those of ASCII for ASCII, and the next that are free for others', () => {
    const folder = new Folder();
    expect(folder.foldText('Az~').codes).toEqual([0x61, 0x7a, 0x7e]);
    expect(folder.foldText('搜é索搜\0').codes).toEqual([0x80, 0x65, 0x81, 0x80, 0x82]);
    expect(folder.foldText('\0').codes).not.toContain(END);
  });

  it('are unknown where only a query has the character, which does not make it known', () => {
    const folder = new Folder();
    folder.foldText('索');
    expect(folder.foldQuery('索x新').codes).toEqual([0x80, 0x78, UNKNOWN]);
    expect(folder.foldQuery('新').codes).toEqual([UNKNOWN]);
    expect(folder.foldText('新').codes).toEqual([0x81]);
  });

  it('are one for all characters once all are taken', () => {
    const folder = new Folder();
    for (let point = 0x20000; point < 0x30000; point += 64)
      folder.foldText(Array.from({ length: 64 }, (_, i) => String.fromCodePoint(point + i)).join(''));
    expect(folder.foldText('新').codes).toEqual([LATE]);
    expect(folder.foldQuery('新').codes).toEqual([UNKNOWN]);
    expect(folder.foldText('\u{20000}').codes).toEqual([0x80]);
  });
});

describe('a folded text', () => {
  it('tells where each character comes from, and how it was written', () => {
    const { starts, ends, written } = new Folder().foldText('Aﬁe\u0301b👩‍👧');
    expect({ starts, ends, written }).toEqual({
      starts: [0, 1, 1, 2, 4, 5],
      ends: [1, 2, 2, 4, 5, 10],
      // As folded: 0. As several characters or none of its own: -1.
      written: [0x41, -1, -1, 0xe9, 0, 0],
    });
  });

  it('is the same of plain ASCII, whether it is read at once or one grapheme after another', () => {
    const ascii = Array.from({ length: 0x7f }, (_, i) => String.fromCharCode(i + 1)).filter(
      (char) => char !== '\r',
    );
    const { codes, written, classes } = new Folder().foldText(ascii.join(''));
    const slowly = new Folder().foldText(`${ascii.join('')}é`);
    expect(slowly.codes.slice(0, -1)).toEqual(codes);
    expect(slowly.written.slice(0, -1)).toEqual(written);
    expect(slowly.classes.slice(0, -1)).toEqual(classes);
  });
});
