import { Command, SubCommand } from 'nest-commander';
import { CommandError } from '../platform/errors/command-error.js';
import { SearchPreparationService } from '../search/values/search-preparation.service.js';
import { SearchValuesModule } from '../search/values/search-values.module.js';
import { AdminCommand, GroupCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import type { Operation } from '../operations/operation.js';

@SubCommand({
  name: 'prepare',
  description: 'Makes the indexes of search; a worker with SEARCH=on does it by itself if it may',
})
class SearchPrepareCommand extends AdminCommand {
  protected override change(): Operation {
    return { kind: 'search prepare', details: {} };
  }

  protected override async work(): Promise<void> {
    const preparation = await this.installation.service(SearchPreparationService);
    const interruption = this.terminal.interruption();
    const started = performance.now();
    await preparation
      .prepare((step) => void this.terminal.stderr.write(`${step}\n`), interruption)
      .catch((error: unknown) => {
        throw interruption.aborted ? new CommandError('Interrupted; repeating the command does the rest') : error;
      });
    this.terminal.answer({ prepared: true, seconds: Math.round((performance.now() - started) / 100) / 10 });
  }
}

@SubCommand({ name: 'drop', description: 'Removes the indexes of search, so that imports cost nothing for it' })
class SearchDropCommand extends AdminCommand {
  protected override change(): Operation {
    return { kind: 'search drop', details: {} };
  }

  protected override async work(): Promise<void> {
    await (await this.installation.service(SearchPreparationService)).drop();
    this.terminal.answer({ prepared: false });
  }
}

@Command({
  name: 'search',
  description: 'Prepares search',
  subCommands: [SearchPrepareCommand, SearchDropCommand],
})
class SearchCommand extends GroupCommand {}

export const searchGroup: CommandGroup = { command: SearchCommand, modules: [SearchValuesModule] };
