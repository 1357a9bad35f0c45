import { Command, Option, SubCommand } from 'nest-commander';
import { CreditsModule } from '../billing/credits.module.js';
import type { CreditEntry } from '../billing/credits/credit-entry.repository.js';
import { changeCredits } from '../billing/credits/credit.operations.js';
import { CreditGrantService, describeAccounts } from '../billing/credits/credit-grant.service.js';
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
  protected override task([tenant = '', feature = '', amount = '']: string[], { id }: { readonly id?: string }) {
    return changeCredits('grant', tenant, { feature, amount, id });
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
    return changeCredits('revoke', tenant, { feature, amount, id });
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
  subCommands: [CreditsGrantCommand, CreditsRevokeCommand, CreditsShowCommand, CreditsEntriesCommand],
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
