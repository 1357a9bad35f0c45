import { Command } from 'nest-commander';
import { StatusModule } from '../health/status.module.js';
import { StatusService } from '../health/status.service.js';
import { ShowingCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';

@Command({ name: 'status', description: 'What is installed, what is stored, and how many processes serve it' })
export class StatusCommand extends ShowingCommand {
  override async run(): Promise<void> {
    const status = await this.installation.service(StatusService);
    this.terminal.present(await status.report());
  }
}

export const statusGroup: CommandGroup = { command: StatusCommand, modules: [StatusModule] };
