import { Command, Option } from 'nest-commander';
import { DoctorService } from '../records/doctor.service.js';
import { RecordModule } from '../records/record.module.js';
import { AdminCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import type { Operation } from '../operations/operation.js';

@Command({
  name: 'doctor',
  description: 'Lists records that were stored as one because of a placeholder, with what to do',
})
class DoctorCommand extends AdminCommand {
  protected override change(_: string[], { repair }: { readonly repair?: true }): Operation | null {
    return repair === true ? { kind: 'doctor', details: { repair } } : null;
  }

  protected override async work(_words: string[], { repair }: { readonly repair?: true }): Promise<void> {
    const doctor = await this.installation.service(DoctorService);
    this.terminal.answer(repair === true ? await doctor.repair() : await doctor.report());
  }

  @Option({
    flags: '--repair',
    description: 'Also remove stored pages and addresses that are placeholders; the records stay',
  })
  parseRepair(): true {
    return true;
  }
}

export const doctorGroup: CommandGroup = { command: DoctorCommand, modules: [RecordModule] };
