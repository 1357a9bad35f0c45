import { Command } from 'nest-commander';
import { StatusModule } from '../health/status.module.js';
import { StatusService } from '../health/status.service.js';
import { DisplayCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';

@Command({ name: 'status', description: 'Shows versions, record counts and the number of serving processes' })
class StatusCommand extends DisplayCommand {
  protected override async work(): Promise<void> {
    const status = await this.installation.service(StatusService);
    this.terminal.present(await status.report());
  }
}

export const statusGroup: CommandGroup = { command: StatusCommand, modules: [StatusModule] };
