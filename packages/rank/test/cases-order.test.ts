import { describe, expect, it } from 'vitest';
import { createIndex } from '../src/index.js';
import { found } from './found.js';

describe('order of matches', () => {
  it('BUG-037 the cut comes after ranking: one value among thousands is first, and is all that is counted', () => {
    const regions = Array.from({ length: 5000 }, (_, i) => `ns-${String(i).padStart(4, '0')}`);
    const { matches, total } = createIndex(regions).search('ns-4999', { limit: 100 });
    expect(matches.map(({ candidate }) => candidate)).toEqual(['ns-4999']);
    expect(total).toBe(1);
  });

  it('BUG-098 a space after the word keeps its matches, and spaces alone are an empty query', () => {
    const cities = ['Dublin', 'Berlin', 'Bern', 'Berlin Mitte'];
    expect(found('berlin ', cities)).toEqual(['Berlin', 'Berlin Mitte']);
    expect(found('  berlin', cities)).toEqual(['Berlin', 'Berlin Mitte']);
    expect(found('   ', cities)).toEqual(cities);
    expect(createIndex(cities).search('\t\u3000 ')).toEqual(createIndex(cities).search(''));
  });

  it('BUG-104 letters that stand together beat the same letters scattered', () => {
    expect(found('div', ['Add Google Drive', 'Add Invision', 'Add Divider'])[0]).toBe('Add Divider');
  });

  it('BUG-105 the value itself comes before longer values with its start, the shorter of these first', () => {
    const communes = ['Lillers', 'Lillemer', 'Lille', 'Lillebonne', 'Ille-sur-Têt'];
    expect(found('lille', communes)).toEqual(['Lille', 'Lillers', 'Lillemer', 'Lillebonne']);
  });

  it('BUG-106 a short exact name comes first in its own case, then in another, then what it begins', () => {
    const villages = ['Borwaila', 'Bobe', 'Bonge', 'Bo', 'Bokaria', 'bo', 'Bomemahun'];
    const right = ['Bo', 'bo', 'Bobe', 'Bonge', 'Bokaria', 'Borwaila', 'Bomemahun'];
    expect(found('Bo', villages)).toEqual(right);
    expect(found('Bo', villages)).toEqual(right);
    expect(found('Bo', villages.toReversed())).toEqual(right);
    expect(found('Bo', ['Boba', 'Bobo', 'Bob1'])).toEqual(['Boba', 'Bobo', 'Bob1']);
  });

  it('BUG-107 the start of a word beats the inside of one, however far behind it stands', () => {
    const products = ['blue leggings', 'organic free range farm eggs'];
    expect(found('egg', products)).toEqual(products.toReversed());
  });

  it('BUG-108 a word is found at any distance from the start', () => {
    const far = `${'Every page of the settings has options for users, '.repeat(40)}such as SAML`;
    expect(found('SAML', ['S-a-m-p-l-e', far])[0]).toBe(far);
  });

  it('BUG-109 values with another first word are no matches of a longer query', () => {
    const papers = [
      'Driffield Talking Newspaper',
      'Enfield Talking Newspaper',
      'Wakefield Talking Newspaper',
      'Sheffield Talking News',
    ];
    expect(found('Sheffield talking newspaper', papers)).toEqual([]);
    expect(found('Sheffield talking news', papers)).toEqual(['Sheffield Talking News']);
    // Typing errors are forgiven, another word is not.
    for (const query of ['Shefield talking news', 'Sheffield tlaking', 'Shfefield talkign ne'])
      expect(found(query, papers)).toEqual(['Sheffield Talking News']);
  });

  it('BUG-110 a path whose file name is meant beats one with the same word for a folder', () => {
    const files = ['config/test/t1.js', 'config/test/t2.js', 'config/test.js'];
    expect(found('co/te', files)).toEqual(['config/test.js', 'config/test/t1.js', 'config/test/t2.js']);
  });

  it('BUG-111 words are matched one by one, and a whole word beats one split over path segments', () => {
    const split = ['files/en-us/glossary/turn/index.md', 'files/en-us/web/future/index.md'];
    const whole = 'files/en-us/glossary/ftu/index.md';
    expect(found('ftu index', [...split, whole])[0]).toBe(whole);
    expect(found('index ftu', [...split, whole])[0]).toBe(whole);
    expect(found('ftu index md', [...split, whole])[0]).toBe(whole);
  });

  it('BUG-112 a long contiguous run in a path beats its words apart, in any case', () => {
    const files = [
      'ui/src/utils/constants.js',
      'ui/src/images/icons.js',
      'src/ui/input/consts.js',
      'ui/src/ui/Icons/index.js',
    ];
    expect(found('ui/icons', files).slice(0, 2)).toEqual([
      'ui/src/ui/Icons/index.js',
      'ui/src/images/icons.js',
    ]);
  });

  it('BUG-113 the start of a file name comes first and its extension last', () => {
    const files = ['crates/a/src/pkg.ts', 'crates/a/tsconfig.json', 'tests/x.rs'];
    expect(found('ts', files)).toEqual(['crates/a/tsconfig.json', 'tests/x.rs', 'crates/a/src/pkg.ts']);
    const others = ['src/lib.rs', 'rays/x.go', 'rust/x.go', 'src/rs_utils.py'];
    expect(found('rs', others)).toEqual(['src/rs_utils.py', 'rust/x.go', 'rays/x.go', 'src/lib.rs']);
    // With its dot the extension is meant.
    expect(found('.ts', files)[0]).toBe('crates/a/src/pkg.ts');
  });

  it('BUG-130 values of mixed case are completed in their own case, which the same case finds first', () => {
    const namespaces = ['Dev-US', 'dev-eu', 'prod'];
    expect(found('dev', namespaces)).toEqual(['dev-eu', 'Dev-US']);
    expect(found('Dev', namespaces)).toEqual(['Dev-US', 'dev-eu']);
    expect(found('DEV-us', namespaces)).toEqual(['Dev-US']);
  });
});
