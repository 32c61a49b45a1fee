import { describe, expect, test } from 'vitest';
import { cyrillic } from '../src/index.js';

const read = cyrillic();

describe('cyrillic', () => {
  test.each([
    ['Москва', ['Moskva']],
    ['Екатеринбург', ['Yekaterinburg', 'Ekaterinburg']],
    ['Хабаровск', ['Khabarovsk', 'Habarovsk']],
    ['Грозный', ['Groznyy', 'Groznyi', 'Grozny', 'Groznyj']],
    ['Щёлково', ['Shchyolkovo', 'Shchelkovo', 'Schelkovo', 'Ščëlkovo']],
    ['Королёв', ['Korolyov', 'Korolev', 'Korolëv']],
  ])('Russian %s is read as %j', (value, readings) => {
    expect(read(value)).toEqual(readings);
  });

  test.each([
    ['Юрий', ['Yuriy', 'Iurii', 'Yury', 'Jurij']],
    ['Достоевский', ['Dostoyevskiy', 'Dostoevskii', 'Dostoevsky', 'Dostoevskij']],
    ['Подъезд', ['Podyezd', 'Podieezd', 'Podezd']],
    ['София', ['Sofiya', 'Sofiia', 'Sofija', 'Sofia']],
    ['Търново', ['Tarnovo']],
    ['Щастие', ['Shtastie']],
    ["Знам'янка", ['Znamyanka', 'Znamianka']],
  ])('%s is read, among others, as %j', (value, readings) => {
    expect(read(value)).toEqual(expect.arrayContaining(readings));
  });

  test.each([
    ['Київ', 'Kyiv'],
    ['Харків', 'Kharkiv'],
    ['Запоріжжя', 'Zaporizhzhia'],
    ['Борщагівка', 'Borshchahivka'],
    ['Єнакієве', 'Yenakiieve'],
    ['Згурів', 'Zghuriv'],
  ])('%s is read by the Ukrainian system first: %s', (value, latin) => {
    expect(read(value)[0]).toBe(latin);
  });

  test.each([
    ['Крагујевац', 'Kragujevac'],
    ['Љубљана', 'Ljubljana'],
    ['Ђорђе', 'Đorđe'],
    ['Ниш Јужни', 'Niš Južni'],
    ['Ѓорѓи', 'Gjorgji'],
  ])('%s is read as Serbian and Macedonian write it: %s', (value, latin) => {
    expect(read(value)[0]).toBe(latin);
  });

  test('capitals stay capitals, of words in capitals all of them', () => {
    expect(read('Щи')[0]).toBe('Shchi');
    expect(read('ЩИ')[0]).toBe('SHCHI');
    expect(read('Нижний Новгород')[0]).toBe('Nizhniy Novgorod');
  });

  test('what is not Cyrillic stays, with capitals where words meet', () => {
    expect(read('сервер1/лог.txt')).toEqual(['server1/log.txt']);
    expect(read('серверnode')).toEqual(['serverNode']);
  });

  test('composed letters and letters apart from their marks are read alike', () => {
    expect(read('Йошкар'.normalize('NFD'))).toEqual(read('Йошкар'));
    expect(read('Ӑ')).toEqual(['A']);
  });
});
