import { Command, Option, SubCommand } from 'nest-commander';
import { CreditsModule } from '../billing/credits.module.js';
import type { CreditEntry } from '../billing/credits/credit-entry.repository.js';
import { grantCredits, removeCreditPlan, revokeCredits, setCreditPlan } from '../billing/credits/credit.operations.js';
import {
  CreditGrantService,
  describeAccounts,
  describeGrant,
  type GivenTerms,
} from '../billing/credits/credit-grant.service.js';
import { CreditPlanService, describePlan } from '../billing/credits/credit-plan.service.js';
import type { Operation } from '../operations/operation.js';
import { CommandError } from '../platform/errors/command-error.js';
import { DisplayCommand, GroupCommand, OperationCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import { wholeNumber } from './terminal.js';

/** The maximum of `--limit`, because the command holds all entries in memory. */
const maxEntries = 100_000;

interface EntriesOptions {
  readonly request?: string;
  readonly limit?: number;
}

abstract class CreditsChangeCommand extends OperationCommand<CreditGrantService, object> {
  @Option({ flags: '--id <id>', description: 'Idempotency id: repeating the command with the same id has no effect' })
  parseId(text: string): string {
    return text;
  }
}

@SubCommand({
  name: 'grant',
  arguments: '<tenant> <feature> <amount>',
  description: 'Grants credits; the amount unlimited removes the limit, limited restores it',
  // With this setting a negative amount is rejected as an amount and not as an unknown option.
  allowUnknownOptions: true,
})
class CreditsGrantCommand extends CreditsChangeCommand {
  protected override task([tenant = '', feature = '', amount = '']: string[], { id, note, expires }: GivenTerms) {
    return grantCredits(tenant, { feature, amount, id, note, expires });
  }

  @Option({ flags: '--note <text>', description: 'A note about the grant, which only operators see' })
  parseNote(text: string): string {
    return text;
  }

  @Option({
    flags: '--expires <date>',
    description: 'The last day, in UTC, YYYY-MM-DD, on which the credits can be used; what is left then is taken back',
  })
  parseExpires(text: string): string {
    return text;
  }
}

@SubCommand({
  name: 'revoke',
  arguments: '<tenant> <feature> <amount>',
  description: 'Revokes granted credits that are neither consumed nor reserved',
  allowUnknownOptions: true,
})
class CreditsRevokeCommand extends CreditsChangeCommand {
  protected override task([tenant = '', feature = '', amount = '']: string[], { id }: { readonly id?: string }) {
    return revokeCredits(tenant, { feature, amount, id });
  }
}

@SubCommand({
  name: 'show',
  arguments: '<tenant>',
  description: 'Shows the granted, consumed, reserved and available credits of a tenant',
})
class CreditsShowCommand extends DisplayCommand {
  protected override async work([tenant = '']: string[]): Promise<void> {
    const credits = await this.installation.service(CreditGrantService);
    const accounts = describeAccounts(await credits.accounts(tenant));
    const rows = Object.entries(accounts).map(([feature, account]) => ({ feature, ...account }));
    this.terminal.present(accounts, rows);
  }
}

@SubCommand({
  name: 'grants',
  arguments: '<tenant>',
  description: 'Lists the grants of a tenant with their notes and what is left of those that expire, newest first',
})
class CreditsGrantsCommand extends DisplayCommand {
  protected override async work([tenant = '']: string[], { limit = 100 }: { readonly limit?: number }): Promise<void> {
    const credits = await this.installation.service(CreditGrantService);
    this.terminal.present((await credits.newestGrants(tenant, limit)).map(describeGrant));
  }

  @Option({ flags: '--limit <grants>', description: 'How many of the newest grants are listed; 100 by default' })
  parseLimit(text: string): number {
    return wholeNumber('--limit', text, maxEntries);
  }
}

interface PlanOptions {
  readonly monthly?: true;
  readonly lapse?: true;
  readonly remove?: true;
}

@SubCommand({
  name: 'plan',
  arguments: '<tenant> [feature] [amount]',
  description: 'Grants credits each month with --monthly, ends that with --remove, or lists what a tenant gets',
})
class CreditsPlanCommand extends DisplayCommand {
  protected override change(words: readonly string[], options: PlanOptions): Operation | null {
    return taskOf(words, options)?.operation ?? null;
  }

  protected override async work(words: string[], options: PlanOptions): Promise<void> {
    const plans = await this.installation.service(CreditPlanService);
    const task = taskOf(words, options);
    if (task !== null) this.terminal.answer(await task.run(plans));
    else this.terminal.present((await plans.of(words[0] ?? '')).map(describePlan));
  }

  @Option({
    flags: '--monthly',
    description: 'Grants the amount now, and again on the first day of each month, in UTC',
  })
  parseMonthly(): true {
    return true;
  }

  @Option({ flags: '--lapse', description: 'Takes back at the end of each month what is left of its credits' })
  parseLapse(): true {
    return true;
  }

  @Option({ flags: '--remove', description: 'Grants no more credits of the feature each month' })
  parseRemove(): true {
    return true;
  }
}

/** The change that a command line asks for; null if it asks for the list. @throws CommandError for words that do not fit together */
function taskOf([tenant = '', feature, amount]: readonly string[], { monthly, lapse, remove }: PlanOptions) {
  if (feature === undefined && (monthly ?? lapse ?? remove) === undefined) return null;
  if (feature !== undefined && amount !== undefined && monthly === true && remove === undefined)
    return setCreditPlan(tenant, { feature, amount, lapses: lapse === true });
  if (feature !== undefined && amount === undefined && remove === true && (monthly ?? lapse) === undefined)
    return removeCreditPlan(tenant, feature);
  throw new CommandError('Give a feature, an amount and --monthly, or a feature and --remove, or only the tenant');
}

@SubCommand({
  name: 'entries',
  arguments: '<tenant>',
  description: 'Lists the credit ledger entries of a tenant, newest last',
})
class CreditsEntriesCommand extends DisplayCommand {
  protected override async work([tenant = '']: string[], { request, limit }: EntriesOptions): Promise<void> {
    const credits = await this.installation.service(CreditGrantService);
    const entries = await credits.entries(tenant, { requestId: request ?? null, limit: limit ?? 1_000 });
    this.terminal.present(entries.map(describeEntry));
  }

  @Option({ flags: '--request <id>', description: 'Lists only the entries of the request with this X-Request-Id' })
  parseRequest(text: string): string {
    return text;
  }

  @Option({ flags: '--limit <entries>', description: 'How many of the newest entries are listed; 1000 by default' })
  parseLimit(text: string): number {
    return wholeNumber('--limit', text, maxEntries);
  }
}

@Command({
  name: 'credits',
  description: 'Credits of tenants',
  subCommands: [
    CreditsGrantCommand,
    CreditsRevokeCommand,
    CreditsShowCommand,
    CreditsGrantsCommand,
    CreditsPlanCommand,
    CreditsEntriesCommand,
  ],
})
class CreditsCommand extends GroupCommand {}

export const creditsGroup: CommandGroup = { command: CreditsCommand, modules: [CreditsModule] };

function describeEntry(entry: CreditEntry): object {
  return {
    id: entry.id,
    feature: entry.feature,
    kind: entry.kind,
    granted: entry.granted,
    posted: entry.posted,
    pending: entry.pending,
    request_id: entry.requestId,
    key_id: entry.keyId,
    endpoint: entry.endpoint,
    operation_id: entry.operationId,
    created_at: entry.createdAt,
  };
}
