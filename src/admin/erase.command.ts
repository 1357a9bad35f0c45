import { Command, Option, SubCommand } from 'nest-commander';
import { singleLine } from '../platform/errors/command-error.js';
import { describeErasure, describeErasurePreview, ErasureService } from '../privacy/erasure.service.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { QueryCountService } from '../tenancy/query-fields/query-count.service.js';
import { QueryFieldModule } from '../tenancy/query-field.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { givenPerson, GivenPersonCommand, type PersonOptions } from './given-person.js';
import { GroupCommand } from './admin-command.js';
import type { CommandGroup, Installation } from './installation.js';
import type { Terminal } from './terminal.js';
import type { Operation } from '../operations/operation.js';

/** Counts the query fields again after employees have changed. If this fails, a worker counts them later. */
export async function refreshCounts(installation: Installation, terminal: Terminal): Promise<void> {
  const counts = await installation.service(QueryCountService);
  await counts.refreshNow().catch((error: unknown) => {
    terminal.stderr.write(
      `The query fields could not be counted now, so a worker will count them: ${singleLine(error)}\n`,
    );
  });
}

@SubCommand({
  name: 'person',
  arguments: '[person]',
  description: 'Erases a person for all tenants, and keeps imports from storing the person again',
})
class ErasePersonCommand extends GivenPersonCommand {
  protected override change(_: string[], { dryRun }: { readonly dryRun?: true }): Operation | null {
    return dryRun === true ? null : { kind: 'erase person', details: {} };
  }

  protected override async work(
    [person]: string[],
    options: PersonOptions & { readonly dryRun?: true },
  ): Promise<void> {
    const given = givenPerson(person, options);
    const erasures = await this.installation.service(ErasureService);
    if (options.dryRun === true) {
      this.terminal.answer(describeErasurePreview(await erasures.preview(given)));
      return;
    }
    this.terminal.answer(describeErasure(await erasures.erase(given)));
    await refreshCounts(this.installation, this.terminal);
  }

  @Option({ flags: '--dry-run', description: 'Prints whom the command would erase, and how much; changes nothing' })
  parseDryRun(): true {
    return true;
  }
}

@Command({ name: 'erase', description: 'Erasure of personal data', subCommands: [ErasePersonCommand] })
class EraseCommand extends GroupCommand {}

export const eraseGroup: CommandGroup = {
  command: EraseCommand,
  modules: [PrivacyModule, TenancyModule, QueryFieldModule],
};
