import { Command, Option } from 'nest-commander';
import { creditFeatures } from '../billing/credits/credit-amounts.js';
import { CreditsModule } from '../billing/credits.module.js';
import {
  type AskedUsage,
  type InstallationReport,
  InstallationUsageService,
  maxGroups,
} from '../billing/usage/installation-usage.service.js';
import { CommandError } from '../platform/errors/command-error.js';
import { isoDateFlaw } from '../platform/http/validation/iso-date.js';
import { DisplayCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import { wholeNumber } from './terminal.js';

@Command({
  name: 'usage',
  description:
    'Shows what all tenants used, or one of them: requests, errors and credits, by tenant if nothing else is said',
})
class UsageCommand extends DisplayCommand {
  protected override async work(_: string[], options: AskedUsage): Promise<void> {
    const usage = await this.installation.service(InstallationUsageService);
    const report = await usage.report(options);
    this.terminal.present(report, rowsOf(report));
    if (report.left_out > 0 && this.terminal.isScreen)
      this.terminal.stderr.write(`${report.left_out} more groups; --limit shows more\n`);
  }

  @Option({ flags: '--by <group>', description: 'What a line stands for: tenant, feature, key, endpoint or day' })
  parseBy(text: string): string {
    return text;
  }

  @Option({
    flags: '--from <date>',
    description: 'The first day, in UTC, YYYY-MM-DD; 29 days before the last by default',
  })
  parseFrom(text: string): string {
    return dayOf('--from', text);
  }

  @Option({ flags: '--to <date>', description: 'The last day, in UTC, YYYY-MM-DD; today by default' })
  parseTo(text: string): string {
    return dayOf('--to', text);
  }

  @Option({ flags: '--tenant <tenant>', description: 'Counts only what this tenant used' })
  parseTenant(text: string): string {
    return text;
  }

  @Option({ flags: '--limit <groups>', description: 'How many groups are shown, the largest first; 1000 by default' })
  parseLimit(text: string): number {
    return wholeNumber('--limit', text, maxGroups);
  }
}

export const usageGroup: CommandGroup = { command: UsageCommand, modules: [CreditsModule] };

function dayOf(option: string, text: string): string {
  if (isoDateFlaw(text) === null) return text;
  throw new CommandError(`${option} must be a date, YYYY-MM-DD`);
}

/** The lines of the table: the charged credits of each feature have a column. */
function rowsOf({ group_by: by, groups }: InstallationReport): object[] {
  return groups.map(({ group, label, tenant, requests, identifiers, matched, errors, credits, ...state }) => ({
    [by]: group,
    name: label,
    ...(by === 'key' ? { tenant } : {}),
    ...{ requests, errors, identifiers, matched },
    ...Object.fromEntries(
      creditFeatures.map((feature) => [feature, credits.find((used) => used.feature === feature)?.charged ?? 0]),
    ),
    last_request_at: state.last_request_at ?? null,
  }));
}
