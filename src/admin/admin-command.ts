import { Injectable } from '@nestjs/common';
import { CommandRunner, Option } from 'nest-commander';
import { CommandError } from '../platform/errors/command-error.js';
import type { Operation, Task } from '../operations/operation.js';
import { Installation } from './installation.js';
import { Terminal } from './terminal.js';

@Injectable()
abstract class Subcommand extends CommandRunner {
  constructor(
    protected readonly installation: Installation,
    protected readonly terminal: Terminal,
  ) {
    super();
  }
}

/** The base class of a subcommand, such as `import companies`. */
export abstract class AdminCommand extends Subcommand {
  override run(words: string[], options: object = {}): Promise<void> {
    this.installation.begin(this.change(words, options));
    return this.work(words, options);
  }

  /** What the command changes, which the log of operators then has; null for a command line that only reads. */
  protected abstract change(words: readonly string[], options: object): Operation | null;

  protected abstract work(words: readonly string[], options: object): Promise<void>;
}

/** The base class of a subcommand for an operation that has a route in the API for operators, too. It prints the answer of the operation. */
export abstract class OperationCommand<Service, Answer> extends Subcommand {
  override async run(words: string[], options: object = {}): Promise<void> {
    const { operation, service, run } = await this.task(words, options);
    this.installation.begin(operation);
    this.terminal.answer(this.shown(await run(await this.installation.service(service)), words));
  }

  /** The operation that a command line asks for. */
  protected abstract task(
    words: readonly string[],
    options: object,
  ): Task<Service, Answer> | Promise<Task<Service, Answer>>;

  /** What the command prints of the answer. */
  protected shown(answer: Answer, _words: readonly string[]): unknown {
    return answer;
  }
}

/** The members of a `commander` command that a group reads. */
interface NamedCommand {
  name(): string;
  readonly commands: readonly NamedCommand[];
}

/**
 * The base class of a group of subcommands, such as `tenant`. A group does nothing itself. Its `run` is called only if the command line
 * has no subcommand of the group, and throws an error that names the subcommand that was probably meant.
 */
export abstract class GroupCommand extends CommandRunner {
  /**
   * A text at the end of the error about an unknown subcommand. It can name a command of another group that operators often look for in
   * this one: the group `person` names `erase person`.
   */
  protected readonly elsewhere: string = '';

  override run([word]: string[]): Promise<void> {
    const group: NamedCommand = this.command;
    const names = group.commands.map((command) => command.name()).filter((name) => name !== 'help');
    const list = `${group.name()}: ${listed(names)}${this.elsewhere}`;
    if (word === undefined) throw new CommandError(`Missing subcommand of ${list}`);
    const meant = names.find((name) => isNear(word, name));
    const question = meant === undefined ? '' : ` Did you mean "${group.name()} ${meant}"?`;
    throw new CommandError(`There is no command "${group.name()} ${word}".${question} Subcommands of ${list}`);
  }
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/**
 * Whether one word is probably a misspelling of the other, as "crate" of "create" and "lsit" of "list". The words must be equal except in
 * one place of at most two letters, and at least half of the longer word must be equal.
 */
function isNear(one: string, other: string): boolean {
  const [shortest, longest] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
  let same = 0;
  while (same < shortest && one.charAt(same) === other.charAt(same)) same += 1;
  const start = same;
  while (same < shortest && one.at(start - same - 1) === other.at(start - same - 1)) same += 1;
  return longest - same <= 2 && same * 2 >= longest;
}

/** The base class of a subcommand that prints a table on a terminal, and JSON otherwise. It only reads, if it does not say what it changes. */
export abstract class DisplayCommand extends AdminCommand {
  protected override change(_words: readonly string[], _options: object): Operation | null {
    return null;
  }

  @Option({ flags: '--json', description: 'Prints JSON, even on a terminal' })
  parseJson(): true {
    this.terminal.forceJson();
    return true;
  }
}
