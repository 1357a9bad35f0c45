import { Command, Option } from 'nest-commander';
import { FollowService, type ListedLine, type OnLine } from '../follows/follow.service.js';
import type { FollowedKind } from '../follows/follow.sql.js';
import { FollowsModule } from '../follows/follows.module.js';
import { FollowListService } from '../imports/follow-list.service.js';
import { ImportsModule } from '../imports/imports.module.js';
import { CommandError } from '../platform/errors/command-error.js';
import { DisplayCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import type { Operation } from '../operations/operation.js';

interface FollowOptions {
  readonly companies?: string;
  readonly persons?: string;
  readonly allEnriched?: true;
}

/**
 * What a command follows or unfollows: the records that a file lists, or all records whose data the tenant gets by enrichment.
 */
type Choice = { readonly kind: FollowedKind; readonly file: string } | 'all enriched';

/**
 * The maximum number of lines without a stored record that are printed with their reason. Further ones are only counted.
 */
const maxNamedLines = 20;

/** The base class of `follow` and `unfollow`, which have the same options and read files in the same way. */
abstract class FollowChoiceCommand extends DisplayCommand {
  /** What one of the options `--companies`, `--persons` and `--all-enriched` names; null if none of them is given. */
  protected choiceOf({ companies, persons, allEnriched }: FollowOptions): Choice | null {
    const choices: Choice[] = [
      ...(companies === undefined ? [] : [{ kind: 'companies', file: companies } as const]),
      ...(persons === undefined ? [] : [{ kind: 'persons', file: persons } as const]),
      ...(allEnriched === undefined ? [] : ['all enriched' as const]),
    ];
    if (choices.length > 1) throw new CommandError('Give only one of --companies, --persons and --all-enriched');
    return choices[0] ?? null;
  }

  /** Follows or unfollows the records of a file, names the first lines without a stored record, and prints the counts. */
  protected async ofFile<Outcome extends object>(
    { tenant, kind, file }: { readonly tenant: string; readonly kind: FollowedKind; readonly file: string },
    work: (lines: AsyncIterable<ListedLine>, onLine: OnLine) => Promise<Outcome>,
  ): Promise<void> {
    const { stdin, stderr } = this.terminal;
    const signal = this.terminal.interruption();
    let lines = 0;
    const onLine = (line: number, reason: string): void => {
      lines += 1;
      if (lines <= maxNamedLines) stderr.write(`Line ${line} ${reason}\n`);
    };
    const lists = await this.installation.service(FollowListService);
    const outcome = await work(lists.lines(kind, file, { stdin, signal }), onLine);
    if (lines > maxNamedLines) stderr.write(`${lines - maxNamedLines} more lines have no record\n`);
    this.terminal.present({ tenant, kind, ...outcome });
    if (signal.aborted) throw new CommandError('Interrupted; repeating the command does the rest of the file');
  }

  @Option({
    flags: '--companies <file>',
    description: 'The companies of a file with their websites, profile pages or ids; - is standard input',
  })
  parseCompanies(text: string): string {
    return text;
  }

  @Option({
    flags: '--persons <file>',
    description: 'The persons of a file with their profile pages or e-mail addresses; - is standard input',
  })
  parsePersons(text: string): string {
    return text;
  }

  @Option({
    flags: '--all-enriched',
    description: 'Each company and person whose data the tenant receives by an enrichment',
  })
  parseAllEnriched(): true {
    return true;
  }
}

@Command({
  name: 'follow',
  arguments: '<tenant>',
  description:
    'Turns changes of companies and persons into signals of a tenant; without an option, prints how much the tenant follows',
})
class FollowCommand extends FollowChoiceCommand {
  protected override change([tenant = '']: string[], options: FollowOptions): Operation | null {
    const { companies, persons, allEnriched } = options;
    const details = { tenant, companies, persons, all_enriched: allEnriched };
    return this.choiceOf(options) === null ? null : { kind: 'follow', details };
  }

  protected override async work([tenant = '']: string[], options: FollowOptions): Promise<void> {
    const choice = this.choiceOf(options);
    const follows = await this.installation.service(FollowService);
    if (choice === null || choice === 'all enriched') {
      const counts = choice === null ? await follows.counts(tenant) : await follows.followEnriched(tenant);
      this.terminal.present({ tenant, ...counts });
      return;
    }
    const { kind } = choice;
    await this.ofFile({ tenant, ...choice }, (lines, onLine) => follows.follow(tenant, kind, lines, onLine));
  }
}

@Command({
  name: 'unfollow',
  arguments: '<tenant>',
  description: 'Stops following the records of a file, or the enriched records that no file has named',
})
class UnfollowCommand extends FollowChoiceCommand {
  protected override change([tenant = '']: string[], options: FollowOptions): Operation | null {
    const { companies, persons, allEnriched } = options;
    const details = { tenant, companies, persons, all_enriched: allEnriched };
    return { kind: 'unfollow', details };
  }

  protected override async work([tenant = '']: string[], options: FollowOptions): Promise<void> {
    const choice = this.choiceOf(options);
    if (choice === null) throw new CommandError('Give --companies FILE, --persons FILE or --all-enriched');
    const follows = await this.installation.service(FollowService);
    if (choice === 'all enriched') {
      this.terminal.present({ tenant, ...(await follows.unfollowEnriched(tenant)) });
      return;
    }
    const { kind } = choice;
    await this.ofFile({ tenant, ...choice }, (lines, onLine) => follows.unfollow(tenant, kind, lines, onLine));
  }
}

const modules = [FollowsModule, ImportsModule];

export const followGroup: CommandGroup = { command: FollowCommand, modules };
export const unfollowGroup: CommandGroup = { command: UnfollowCommand, modules };
