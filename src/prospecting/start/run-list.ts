import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { companyPage } from '../records/company-page.js';

/** A run that an operator asks for. */
export interface RunRequest {
  readonly networkUrl: string;
  readonly team: string | null;
  readonly clientEmail: string | null;
}

/** A line of a list of companies. */
export interface ListLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** A hash of the text, without the blanks around it. */
  readonly hash: string;
  /** From 1: how many lines up to this one have the same text. */
  readonly occurrence: number;
}

/** The defaults of lines. */
export type UsualRequest = Pick<RunRequest, 'team' | 'clientEmail'>;

/** The run of a line, or why it cannot be started. */
export type ReadLine = { readonly request: RunRequest } | { readonly reason: string };

/** The only host names that pages may have; null for any. */
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
    issue.code === 'unrecognized_keys'
      ? `has the unknown member${issue.keys.length === 1 ? '' : 's'} ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}; the members are ${Object.keys(members).join(', ')}`
      : 'must be a JSON object',
});

/**
 * Reads a line: the page of a company, or a JSON object with `network_url` and, if the line has its own, `team` and
 * `client_email`. Null for a line without a run.
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

/** Whether a line has no run: it is empty, or a comment that begins with `#`. */
export function isPassedOver(line: string): boolean {
  return /^\s*(?:#|$)/.test(line);
}

/** Rejects runs that must fail. For clients they are started all the same. */
export function checkRunRequest(request: RunRequest, hosts: Hosts): ReadLine {
  if (companyPage(request.networkUrl, hosts) === null) {
    return { reason: `${JSON.stringify(request.networkUrl)} is not the profile page of a company` };
  }
  const { clientEmail } = request;
  if (clientEmail !== null && !address.test(clientEmail)) {
    return { reason: 'the e-mail address of the client is none' };
  }
  return { request };
}

/** The lines of a text. */
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
 * What the idempotency keys of all runs of a list begin with. It depends on the path of the list, so that another list may ask for
 * the same companies again. Null for standard input and pipes, which are read once.
 */
export function keyPrefix(path: string): string | null {
  return readOnce.test(path) ? null : `list ${hashOf(resolve(path))} `;
}

/**
 * The idempotency key of a line's run. It does not depend on the line's number, so lines may be added and removed anywhere.
 * @param round from 1: how often the list was started anew on purpose
 */
export function lineKey(prefix: string, round: number, { hash, occurrence }: ListLine): string {
  return `${prefix}${round} ${hash} ${occurrence}`;
}

/** The round of a key of {@link lineKey}; 0 for another key, which a client may have chosen. */
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
