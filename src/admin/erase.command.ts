import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import { ErasureService, type Erasure, type ErasureRequest } from '../privacy/erasure.service.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { Refusal } from '../platform/errors/command-error.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { AdminCommand } from './admin-command.js';
import type { CommandGroup } from './command-group.js';
import { refreshCounts } from './refresh-counts.js';

@SubCommand({
  name: 'person',
  description: 'Erases a person for all tenants and keeps them out of later imports',
})
export class ErasePersonCommand extends AdminCommand {
  override async run(_: string[], options: ErasureRequest): Promise<void> {
    const erasures = await this.installation.service(ErasureService);
    this.terminal.answer(describe(await erasures.erase(options)));
    await refreshCounts(this.installation, this.terminal);
  }

  @Option({ flags: '--network-url <url>', description: 'Profile URL of the person' })
  parseNetworkUrl(text: string): string {
    return text;
  }

  @Option({ flags: '--email <address>', description: 'An e-mail address of the person' })
  parseEmail(text: string): string {
    return text;
  }
}

@Command({ name: 'erase', description: 'Erasure of personal data', subCommands: [ErasePersonCommand] })
export class EraseCommand extends CommandRunner {
  override run(): Promise<void> {
    throw new Refusal('Say whom to erase: person');
  }
}

export const eraseGroup: CommandGroup = { command: EraseCommand, modules: [PrivacyModule, TenancyModule] };

function describe({ erased, suppressed }: Erasure): object {
  const { persons, emails, signals, prospects, storedAnswers } = erased;
  return {
    erased: { persons, emails, signals, prospects, stored_answers: storedAnswers },
    suppressed: { network_urls: suppressed.networkUrls, emails: suppressed.emails },
  };
}
