import { Option, SubCommand } from 'nest-commander';
import { distinguishRecords, forgetDistinction } from '../imports/duplicates/distinction.operations.js';
import type { Distinction, DistinctionService } from '../imports/duplicates/distinction.service.js';
import { DuplicatesService, type LikeRecord, maxDuplicates } from '../imports/duplicates/duplicates.service.js';
import { mergeRecords } from '../imports/merges/merge.operations.js';
import { RecordMergeService } from '../imports/merges/record-merge.service.js';
import type { Operation } from '../operations/operation.js';
import { AdminCommand, DisplayCommand, OperationCommand } from './admin-command.js';
import { refreshCounts } from './erase.command.js';
import { wholeNumber } from './terminal.js';

interface MergeOptions {
  readonly dryRun?: true;
}

/** The base class of the merges of companies and of persons. */
abstract class MergeCommand extends AdminCommand {
  protected abstract readonly kind: 'company' | 'person';

  protected override change(words: readonly string[], { dryRun }: MergeOptions): Operation | null {
    return dryRun === true ? null : this.task(words).operation;
  }

  protected override async work(words: string[], { dryRun }: MergeOptions): Promise<void> {
    const merges = await this.installation.service(RecordMergeService);
    if (dryRun === true) {
      this.terminal.answer(await merges.preview(this.kind, pairOf(words)));
      return;
    }
    this.terminal.answer(await this.task(words).run(merges));
    await refreshCounts(this.installation, this.terminal);
  }

  private task(words: readonly string[]): ReturnType<typeof mergeRecords> {
    return mergeRecords(this.kind, pairOf(words), this.installation.operator);
  }

  @Option({
    flags: '--dry-run',
    description: 'Prints the values of both side by side, and what they become; changes nothing',
  })
  parseDryRun(): true {
    return true;
  }
}

function pairOf([stays = '', goes = '']: readonly string[]) {
  return { stays, goes };
}

@SubCommand({
  name: 'merge',
  arguments: '<company> <other>',
  description: 'Merges the other company into the first one, which keeps its values and is found by the keys of both',
})
export class CompanyMergeCommand extends MergeCommand {
  protected override readonly kind = 'company';
}

@SubCommand({
  name: 'merge',
  arguments: '<person> <other>',
  description: 'Merges the other person into the first one, who keeps the values and is found by the keys of both',
})
export class PersonMergeCommand extends MergeCommand {
  protected override readonly kind = 'person';
}

interface DistinctOptions {
  readonly forget?: true;
}

/** The base class of the verdicts that two companies or persons are not the same. */
abstract class DistinctCommand extends OperationCommand<DistinctionService, Distinction> {
  protected abstract readonly kind: 'company' | 'person';

  protected override task([one = '', other = '']: readonly string[], { forget }: DistinctOptions) {
    return forget === true
      ? forgetDistinction(this.kind, { one, other })
      : distinguishRecords(this.kind, { one, other }, this.installation.operator);
  }

  @Option({
    flags: '--forget',
    description: 'Takes the verdict back, so that the list of duplicates may have the pair again',
  })
  parseForget(): true {
    return true;
  }
}

@SubCommand({
  name: 'distinct',
  arguments: '<company> <other>',
  description: 'Says that two companies are not the same, so that the list of duplicates leaves them out',
})
export class CompanyDistinctCommand extends DistinctCommand {
  protected override readonly kind = 'company';
}

@SubCommand({
  name: 'distinct',
  arguments: '<person> <other>',
  description: 'Says that two persons are not the same, so that the list of duplicates leaves them out',
})
export class PersonDistinctCommand extends DistinctCommand {
  protected override readonly kind = 'person';
}

/** The base class of the lists of probable duplicates. */
abstract class DuplicatesCommand extends DisplayCommand {
  protected abstract readonly kind: 'company' | 'person';

  protected override async work(_: string[], { limit }: { readonly limit?: number }): Promise<void> {
    const records = await this.installation.service(DuplicatesService);
    const found = await records.find(this.kind, limit ?? usualDuplicates);
    this.terminal.present(
      found,
      found.duplicates.map(({ confidence, why, conflicts, one, other }) => ({
        ...{ confidence, why: why.join(', '), conflicts: conflicts.join(', '), one: nameOf(one), other: nameOf(other) },
      })),
    );
  }

  @Option({
    flags: '--limit <pairs>',
    description: 'The number of pairs to list, the most certain first; 100 by default',
  })
  parseLimit(text: string): number {
    return wholeNumber('--limit', text, maxDuplicates);
  }
}

const usualDuplicates = 100;

/** The name of a record and what names it in a merge. */
function nameOf({ name, website, network_url: page, record_id: id }: LikeRecord): string {
  return `${name ?? ''} (${website ?? page ?? `id:${id}`})`;
}

@SubCommand({
  name: 'duplicates',
  description: 'Lists pairs of companies that are probably the same, the most certain first; merges none',
})
export class CompanyDuplicatesCommand extends DuplicatesCommand {
  protected override readonly kind = 'company';
}

@SubCommand({
  name: 'duplicates',
  description: 'Lists pairs of persons that are probably the same, the most certain first; merges none',
})
export class PersonDuplicatesCommand extends DuplicatesCommand {
  protected override readonly kind = 'person';
}
