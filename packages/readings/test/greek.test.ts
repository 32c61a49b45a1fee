import { describe, expect, test } from 'vitest';
import { greek } from '../src/index.js';

const read = greek();

describe('greek', () => {
  // By ELOT 743.
  test.each([
    ['Αθήνα', 'Athina'],
    ['Θεσσαλονίκη', 'Thessaloniki'],
    ['Ηράκλειο', 'Irakleio'],
    ['Πειραιάς', 'Peiraias'],
    ['Ευρώπη', 'Evropi'],
    ['αυτό', 'afto'],
    ['Εύβοια', 'Evvoia'],
    ['Λευκάδα', 'Lefkada'],
    ['Άγγελος', 'Angelos'],
    ['Σφίγξ', 'Sfinx'],
    ['Μπάμπης', 'Bampis'],
    ['Ντίνος', 'Ntinos'],
    ['Ούλτρα', 'Oultra'],
    ['ΑΥΓΟΥΣΤΟΣ', 'AVGOUSTOS'],
  ])('%s is read as on road signs first: %s', (value, latin) => {
    expect(read(value)[0]).toBe(latin);
  });

  test.each([
    ['Χανιά', ['Chania', 'Hania', 'Xania']],
    ['Ηράκλειο', ['Irakleio', 'Iraklio', 'Hrakleio', 'Erakleio']],
    ['Πειραιάς', ['Peiraias', 'Pireas']],
    ['φιλοσοφία', ['filosofia', 'philosophia']],
  ])('%s is read by ear, by eye and as ancient Greek as well: %j', (value, readings) => {
    expect(read(value)).toEqual(readings);
  });

  test.each([
    ['γάιδαρος', 'gaidaros', 'an accent on the first'],
    ['προϊόν', 'proion', 'a diaeresis on the second'],
    ['άυλος', 'aylos', 'an accent on the first'],
    ['αϋπνία', 'aypnia', 'a diaeresis on the second'],
  ])('%s, where two vowels are not one, is read as %s: %s', (value, latin) => {
    expect(read(value)[0]).toBe(latin);
  });

  test('what is not Greek stays, with capitals where words meet', () => {
    expect(read('αρχείο.txt')[0]).toBe('archeio.txt');
    expect(read('nodeΑρχή')[0]).toBe('nodeArchi');
  });

  test('composed letters and letters apart from their marks are read alike', () => {
    expect(read('Αθήνα'.normalize('NFD'))).toEqual(read('Αθήνα'));
  });
});
