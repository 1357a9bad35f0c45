import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import { CreditsModule } from '../billing/credits.module.js';
import type { CreditEntry } from '../billing/credits/credit-entry.repository.js';
import { CreditGrantService } from '../billing/credits/credit-grant.service.js';
import { StatusModule } from '../health/status.module.js';
import { StatusService } from '../health/status.service.js';
import { Refusal } from '../platform/errors/command-error.js';
import { AdminCommand, ShowingCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import { wholeNumber } from './terminal.js';

/** As many entries as one command reads; they are held in memory. */
const mostEntries = 100_000;

type Accounts = Awaited<ReturnType<CreditGrantService['accounts']>>;

interface EntriesOptions {
  readonly request?: string;
  readonly limit?: number;
}

abstract class CreditsChangeCommand extends AdminCommand {
  protected async change(tenant: string, work: (credits: CreditGrantService) => Promise<void>): Promise<void> {
    const credits = await this.installation.service(CreditGrantService);
    await work(credits);
    this.terminal.answer(describe(await credits.accounts(tenant)));
  }

  @Option({ flags: '--id <id>', description: 'Repeated with the same id, the command changes nothing more' })
  parseId(text: string): string {
    return text;
  }
}

@SubCommand({
  name: 'grant',
  arguments: '<tenant> <feature> <amount>',
  description: 'Grants credits; unlimited in place of an amount lifts the limit, limited brings it back',
  // A negative amount is to be refused as an amount, not as an option.
  allowUnknownOptions: true,
})
class CreditsGrantCommand extends CreditsChangeCommand {
  override run([tenant = '', feature = '', amount = '']: string[], { id }: { readonly id?: string }): Promise<void> {
    return this.change(tenant, (credits) => credits.grant(tenant, feature, amount, id));
  }
}

@SubCommand({
  name: 'revoke',
  arguments: '<tenant> <feature> <amount>',
  description: 'Takes credits back that were granted and are not in use',
  allowUnknownOptions: true,
})
class CreditsRevokeCommand extends CreditsChangeCommand {
  override run([tenant = '', feature = '', amount = '']: string[], { id }: { readonly id?: string }): Promise<void> {
    return this.change(tenant, (credits) => credits.revoke(tenant, feature, amount, id));
  }
}

@SubCommand({ name: 'show', arguments: '<tenant>', description: 'Shows what a tenant was granted and has left' })
class CreditsShowCommand extends ShowingCommand {
  override async run([tenant = '']: string[]): Promise<void> {
    const credits = await this.installation.service(CreditGrantService);
    const accounts = describe(await credits.accounts(tenant));
    const rows = Object.entries(accounts).map(([feature, account]) => ({ feature, ...account }));
    this.terminal.present(accounts, rows);
  }
}

@SubCommand({
  name: 'entries',
  arguments: '<tenant>',
  description: "Lists what was written of a tenant's credits, the newest last",
})
class CreditsEntriesCommand extends ShowingCommand {
  override async run([tenant = '']: string[], { request, limit }: EntriesOptions): Promise<void> {
    const credits = await this.installation.service(CreditGrantService);
    const entries = await credits.entries(tenant, { requestId: request ?? null, limit: limit ?? 1_000 });
    this.terminal.present(entries.map(describeEntry));
  }

  @Option({ flags: '--request <id>', description: 'Only of this request: the X-Request-Id of its answer' })
  parseRequest(text: string): string {
    return text;
  }

  @Option({ flags: '--limit <entries>', description: 'How many entries, the newest; 1000 by default' })
  parseLimit(text: string): number {
    const limit = wholeNumber('--limit', text);
    if (limit > mostEntries) throw new Refusal(`--limit must be a whole number from 1 to ${mostEntries}`);
    return limit;
  }
}

@Command({
  name: 'credits',
  description: 'Credits of tenants',
  subCommands: [CreditsGrantCommand, CreditsRevokeCommand, CreditsShowCommand, CreditsEntriesCommand],
})
class CreditsCommand extends CommandRunner {
  override run(): Promise<void> {
    throw new Refusal('Say what to do with credits: grant, revoke, show or entries');
  }
}

export const creditsGroup: CommandGroup = { command: CreditsCommand, modules: [CreditsModule] };

function describe(accounts: Accounts): Record<string, object> {
  return Object.fromEntries(
    accounts.map(({ feature, granted, posted, pending, isUnlimited }) => {
      const used = { granted, consumed: posted, reserved: pending };
      const left = isUnlimited ? { available: null, unlimited: true } : { available: granted - posted - pending };
      return [feature, { ...used, ...left }];
    }),
  );
}

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

@Command({ name: 'status', description: 'What is installed, what is stored, and how many processes serve it' })
class StatusCommand extends ShowingCommand {
  override async run(): Promise<void> {
    const status = await this.installation.service(StatusService);
    this.terminal.present(await status.report());
  }
}

export const statusGroup: CommandGroup = { command: StatusCommand, modules: [StatusModule] };
