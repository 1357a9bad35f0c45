import { machine } from '../load/machine.mjs';

const kinds = {
  companies: [
    'company',
    'company_domain',
    'company_former_name',
    'company_alias',
    'company_technology',
    'company_headcount',
  ],
  persons: [
    'person',
    'person_block',
    'person_email',
    'person_phone',
    'person_skill',
    'person_education',
    'person_experience',
  ],
};

/** The table, as Markdown. @param imports summaries of the import command, and what COPY took, by table */
export function report(imports, copied, load) {
  const lines = Object.entries(kinds).map(([kind, tables]) => {
    const { read, seconds } = imports[kind];
    const sum = (member) => tables.reduce((total, table) => total + copied[table][member], 0);
    return { kind, records: read, rows: sum('rows'), imported: seconds, copied: sum('seconds') };
  });
  const total = (member) => lines.reduce((sum, line) => sum + line[member], 0);
  const all = ['records', 'rows', 'imported', 'copied'].map((member) => [member, total(member)]);
  return `Import command against a bare \`COPY\` of the same rows into the same tables with their indexes and foreign keys.
${machine()}; load average at the start ${load.toFixed(1)}; ${copied.person_experience.rows} positions.

| Records | Number | Table rows | Import, records/s | Import, rows/s | COPY, rows/s | Import / COPY | Aim |
| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${[...lines, { kind: 'all', ...Object.fromEntries(all) }].map(lineOf).join('\n')}
`;
}

function lineOf({ kind, records, rows, imported, copied }) {
  const perSecond = (count, seconds) => (count / seconds).toFixed(0);
  const rates = [perSecond(records, imported), perSecond(rows, imported), perSecond(rows, copied)];
  return `| ${[kind, records, rows, ...rates, `**${(copied / imported).toFixed(2)}**`, '≥ 0.6'].join(' | ')} |`;
}
