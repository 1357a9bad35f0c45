import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { unknownMembers } from '../../platform/errors/command-error.js';
import { companyPage } from '../records/company-page.js';

/** A run that an operator asks for: the profile page of the company, the team, and the e-mail address to store with the run. */
export interface RunRequest {
  readonly networkUrl: string;
  readonly team: string | null;
  readonly clientEmail: string | null;
}

/** A line of a list of companies. A run is started for each company. */
export interface ListLine {
  /** The number of the line in the list, counted from 1. */
  readonly number: number;
  readonly text: string;
  /** A hash of the text, without spaces at its beginning and end. */
  readonly hash: string;
  /** How many times this text has occurred in the list so far: 1 for the first line with this text, 2 for the second, and so on. */
  readonly occurrence: number;
}

/** The team and the e-mail address for lines that name none. */
export type UsualRequest = Pick<RunRequest, 'team' | 'clientEmail'>;

/** The run that a line asks for, or the reason why this run cannot be started. */
export type ReadLine = { readonly request: RunRequest } | { readonly reason: string };

/** The host names that profile pages may have; null if any host name is accepted. */
type Hosts = readonly string[] | null;

const address = /^[^\s@]+@[^\s@]+$/;
const maxLength = 2_000;

const text = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .max(maxLength, `must have at most ${maxLength} characters`);
const members = { network_url: text, team: text.nullish(), client_email: text.nullish() };
const lineObject = z.strictObject(members, {
  error: (issue) =>
    issue.code === 'unrecognized_keys' ? unknownMembers(issue.keys, members) : 'must be a JSON object',
});

/**
 * Reads a line of a list. The line is either the profile page of a company, such as `network.com/company/datadog`, or a JSON
 * object, such as `{"network_url":"network.com/company/datadog","team":"databases"}`, which may also have a `client_email`.
 * @returns null for an empty line or a comment
 */
export function readRunLine(line: string, usual: UsualRequest, hosts: Hosts): ReadLine | null {
  if (isPassedOver(line)) return null;
  const written = line.trim();
  if (!written.startsWith('{')) return checkRunRequest({ networkUrl: written, ...usual }, hosts);
  const parsed = lineObject.safeParse(jsonOf(written));
  if (!parsed.success) return { reason: problem(parsed.error.issues[0]) };
  const { network_url: networkUrl, team, client_email: clientEmail } = parsed.data;
  const own = { team: team ?? usual.team, clientEmail: clientEmail ?? usual.clientEmail };
  return checkRunRequest({ networkUrl, ...own }, hosts);
}

/** Whether a line asks for no run, because it is blank or a comment that begins with `#`. */
export function isPassedOver(line: string): boolean {
  return /^\s*(?:#|$)/.test(line);
}

/**
 * Checks a run that an operator asks for: its URL must be the profile page of a company, and its e-mail address must be valid. For
 * a start by a client the contract allows other values, and the run then fails if there is no such company. But an operator has
 * probably made a mistake, and should learn of it at once.
 */
export function checkRunRequest(request: RunRequest, hosts: Hosts): ReadLine {
  if (companyPage(request.networkUrl, hosts) === null) {
    return { reason: `${JSON.stringify(request.networkUrl)} is not the profile page of a company` };
  }
  const { clientEmail } = request;
  if (clientEmail !== null && !address.test(clientEmail)) {
    return { reason: "the client's e-mail address is invalid" };
  }
  return { request };
}

/** Splits a text into its lines. Line breaks may be LF or CRLF. */
export function linesOf(content: string): ListLine[] {
  const occurrences = new Map<string, number>();
  return content.split(/\r?\n/).map((text, index) => {
    const hash = hashOf(text.trim());
    const occurrence = (occurrences.get(hash) ?? 0) + 1;
    occurrences.set(hash, occurrence);
    return { number: index + 1, text, hash, occurrence };
  });
}

const readOnce = /^(?:-|\/dev\/(?:stdin|fd\/\d+)|\/proc\/\w+\/fd\/\d+)$/;

/**
 * The beginning of the idempotency keys of all runs of a list. It contains a hash of the list's path, so another list can ask for
 * runs for the same companies.
 * @returns null for standard input and pipes, which have no name by which they could be recognised later
 */
export function keyPrefix(path: string): string | null {
  return readOnce.test(path) ? null : `list ${hashOf(resolve(path))} `;
}

/**
 * The idempotency key for the run of a line. It depends on the text of the line and not on its number, so lines can be added and
 * removed anywhere in the list.
 * @param round 1 when the list is started for the first time; each start with `--again` begins a new round, which adds 1
 */
export function lineKey(prefix: string, round: number, { hash, occurrence }: ListLine): string {
  return `${prefix}${round} ${hash} ${occurrence}`;
}

/**
 * The round that {@link lineKey} has put into a key: 1 for the first start of the list. It is 0 for a key that `lineKey` has not
 * made: clients choose their own keys, and such a key may begin with the prefix, too.
 */
export function roundOf(prefix: string, key: string): number {
  const [, round = '0'] = /^(\d{1,9}) /.exec(key.slice(prefix.length)) ?? [];
  return Number(round);
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 16);
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}

function problem(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.join('.') ?? '';
  return `${path === '' ? 'the line' : path} ${issue?.message ?? 'cannot be read'}`;
}
