import { Command } from 'nest-commander';
import { CoverageModule } from '../coverage/coverage.module.js';
import { type Coverage, CoverageService } from '../coverage/coverage.service.js';
import { DisplayCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';

@Command({
  name: 'coverage',
  description: 'Shows how many records have which fields, how old the values are by source, and the last imports',
})
class CoverageCommand extends DisplayCommand {
  protected override async work(): Promise<void> {
    const coverage = await (await this.installation.service(CoverageService)).report();
    this.terminal.present(coverage, withBars(coverage));
  }
}

const barLength = 20;

/** The report as the tables of a terminal. */
function withBars({ counted_at, companies, persons, imports }: Coverage): object {
  return {
    counted_at,
    companies: counted(companies),
    company_fields: bars(companies),
    company_sources: companies.sources,
    persons: counted(persons),
    person_fields: bars(persons),
    person_sources: persons.sources,
    imports,
  };
}

function counted({ records, counted: read, method, without_source: unknown }: Coverage['companies']): string {
  const known = `${unknown} of the counted ones without a source`;
  return method === 'sample'
    ? `about ${records}, ${read} of them counted; ${known}`
    : `${records}, all counted; ${known}`;
}

function bars({ fields }: Coverage['companies']): object[] {
  return fields.map(({ field, group, records, share }) => ({
    field,
    group,
    records,
    share: `${Math.round(share * 100)}%`.padStart(4),
    bar: '█'.repeat(Math.round(share * barLength)).padEnd(barLength, '·'),
  }));
}

export const coverageGroup: CommandGroup = { command: CoverageCommand, modules: [CoverageModule] };
