import { writeFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { parseEmail } from '../matching/emails/email.js';
import { parseProfileUrl } from '../matching/urls/profile-url.js';
import { configToken, type Config } from '../platform/config/config.js';
import { CommandError } from '../platform/errors/command-error.js';
import { SuppressionReader } from '../privacy/suppression.reader.js';
import { needsOfAll, PersonFacts } from '../queries/query-evaluator.js';
import { FactReader } from '../tenancy/query-fields/fact.reader.js';
import { QueryFieldReader } from '../tenancy/query-fields/query-field.reader.js';
import { RecordService } from './record.service.js';
import { type SubjectKey, SubjectFileSql } from './subject-file.sql.js';

/** The path of a file about a person, and how many entries it has. This may be logged, because it does not identify the person. */
export interface SubjectFileSummary {
  readonly file: string;
  /** 1 if the person is stored; 0 if only signals or runs name the person's profile page or e-mail address. */
  readonly persons: number;
  readonly signals: number;
  readonly query_fields: number;
  readonly runs: number;
  readonly introductions: number;
  readonly started_runs: number;
  readonly recipients: number;
  readonly changes: number;
}

/** Writes all that is stored about one person into a file, which the operator can hand to the person. */
@Injectable()
export class SubjectFileService {
  constructor(
    private readonly records: RecordService,
    private readonly subjects: SubjectFileSql,
    private readonly queryFields: QueryFieldReader,
    private readonly facts: FactReader,
    private readonly suppression: SuppressionReader,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Writes the file as JSON. Only the operating system's user who runs the command can read it. An existing file is not overwritten.
   * @param identifier a profile page or an e-mail address
   * @throws CommandError when nothing is stored about the person (the message says if the person was erased), when several persons have
   * the address, or when the file exists or cannot be written
   */
  async write(identifier: string, path: string): Promise<SubjectFileSummary> {
    const page = this.pageOf(identifier);
    const email = page === null ? (parseEmail(identifier)?.address ?? null) : null;
    const key = { networkUrl: page, email };
    const { person, refusal } = await this.records.person(identifier).then(
      (found) => ({ person: found, refusal: null }),
      (error: unknown) => ({ person: null, refusal: error }),
    );
    const own = person?.contact_network_url;
    const stored = (typeof own === 'string' ? this.pageOf(own) : null) ?? page;
    const id = person === null ? null : await this.subjects.personId({ networkUrl: stored, email });
    const content = {
      created_at: new Date().toISOString(),
      person,
      signals: await this.subjects.signals(stored, id),
      query_fields: id === null ? [] : await this.queryFieldsOf(id),
      runs: id === null ? [] : await this.subjects.runs(id),
      introductions: await this.subjects.introductions(stored),
      started_runs: await this.subjects.startedRuns(email, id),
      recipients: id === null ? [] : await this.subjects.recipients(id),
      are_recipients_kept: this.config.disclosures === 'on',
      former_keys: id === null ? [] : await this.subjects.formerKeys(id),
      told_apart: id === null ? [] : await this.subjects.distinctions(id),
      changes: id === null ? [] : await this.subjects.changes(id),
    };
    const mentions = content.signals.length + content.introductions.length + content.started_runs.length;
    if (person === null && (mentions === 0 || (await this.subjects.isStored(key))))
      throw await this.refusalOf(key, refusal);
    await writeNew(path, `${JSON.stringify(content, null, 2)}\n`);
    return {
      file: path,
      persons: person === null ? 0 : 1,
      signals: content.signals.length,
      query_fields: content.query_fields.length,
      runs: content.runs.length,
      introductions: content.introductions.length,
      started_runs: content.started_runs.length,
      recipients: content.recipients.length,
      changes: content.changes.length,
    };
  }

  /** The reason why there is no file about a person: the person was erased, or else the given error. */
  private async refusalOf({ networkUrl, email }: SubjectKey, error: unknown): Promise<unknown> {
    const { networkUrls, emails } = await this.suppression.suppressedAmong({
      networkUrls: networkUrl === null ? [] : [networkUrl],
      emails: email === null ? [] : [email],
    });
    if (networkUrls.size + emails.size === 0) return error;
    return new CommandError(
      'The person with this profile page or e-mail address was erased. Only a hash of it is stored, so that imports skip the person',
    );
  }

  /** The query fields, of all tenants, whose definition the person matches. */
  private async queryFieldsOf(personId: string): Promise<{ readonly tenant: string; readonly name: string }[]> {
    const matching: { readonly tenant: string; readonly name: string }[] = [];
    for (const { tenant, names } of await this.subjects.queryFields()) {
      const queries = await this.queryFields.personQueries(tenant, names);
      const facts = (await this.facts.ofPersons([personId], needsOfAll(queries.values()), tenant)).get(personId);
      if (facts === undefined) continue;
      const person = new PersonFacts(facts);
      for (const [name, { matches }] of queries) if (matches(person)) matching.push({ tenant, name });
    }
    return matching;
  }

  /** Reads a profile page of a person in its canonical form; null for any other text. */
  private pageOf(text: string): string | null {
    const { networkHosts: hosts } = this.config;
    const page = parseProfileUrl(text, hosts === null ? {} : { hosts });
    return page?.kind === 'in' ? page.canonical : null;
  }
}

async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error && error.code === 'EEXIST' ? 'it exists already' : String(error);
    throw new CommandError(`The file ${path} cannot be written (${reason}); give another path with --to`);
  }
}
