import { describe, expect, it } from '@jest/globals';
import { contentOfArchive, shownNames } from './archived-table.js';

describe('The content of an archive', () => {
  it.each([
    [['companies.csv'], 'companies.csv', []],
    [['export/companies.CSV', 'export/README.txt'], 'export/companies.CSV', ['export/README.txt']],
    [['register.ndjson.gz', 'LICENCE', 'notes.pdf'], 'register.ndjson.gz', ['LICENCE', 'notes.pdf']],
    [['register.csv', 'datapackage.json', 'metadata.json', 'Metadata_Country.csv'], 'register.csv', null],
    [['__MACOSX/._a.xlsx', 'a.xlsx', '.DS_Store', 'x/.hidden.csv', 'Thumbs.db'], 'a.xlsx', []],
    [['BasicCompanyData.txt', 'readme.txt'], 'BasicCompanyData.txt', ['readme.txt']],
    [['readme.csv'], 'readme.csv', []],
    [['../../etc/passwd.csv'], '../../etc/passwd.csv', []],
  ])('%j has the table %s', (names, name, others) => {
    const content = contentOfArchive(names);
    expect(content).toEqual({ name, others: others ?? names.filter((each) => each !== name) });
  });

  it.each([
    [['_rels/.rels', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml']],
    [['[Content_Types].xml', '_rels/.rels', 'xl/other.xml']],
  ])('%j is a workbook', (names) => {
    expect(contentOfArchive(names)).toBe('workbook');
  });

  it.each([
    [['a.csv', 'b.csv', 'readme.txt'], 'several tables: a.csv, b.csv; unpack it'],
    [['a.dat', 'b.dat'], 'several files, none of which has the ending of a table: a.dat, b.dat'],
    [['.DS_Store', '__MACOSX/a.csv'], 'without files'],
    [[], 'without files'],
    [['_rels/.rels', 'word/document.xml'], 'is a text document'],
    [['_rels/.rels', 'xl/workbook.bin'], '(.xlsb)'],
    [['mimetype', 'content.xml', 'meta.xml'], '(.ods)'],
  ])('%j is refused with a reason', (names, reason) => {
    expect(contentOfArchive(names)).toEqual({ refusal: expect.stringContaining(reason) });
  });

  it('shows at most ten names, shortened and without characters that cannot be shown', () => {
    const names = ['a\u001b[31m.csv', 'x'.repeat(100), ...Array.from({ length: 20 }, (_, index) => `${index}.csv`)];
    const shown = shownNames(names);
    expect(shown).toContain('a\uFFFD[31m.csv, ');
    expect(shown).toContain(`${'x'.repeat(60)}…, `);
    expect(shown).toMatch(/, 7\.csv and 12 more$/);
  });
});
