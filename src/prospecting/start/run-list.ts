import { createHash } from 'node:crypto';
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
}

/** What holds for lines that do not say otherwise. */
export type UsualRequest = Pick<RunRequest, 'team' | 'clientEmail'>;

/** What a line asks for, or why it cannot be done. */
export type ReadLine = { readonly request: RunRequest } | { readonly reason: string };

/** The only host names that pages may have; null for any. */
type Hosts = readonly string[] | null;

const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const MAX_LENGTH = 2_000;

const text = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`);
const members = { network_url: text, team: text.nullish(), client_email: text.nullish() };
const lineObject = z.strictObject(members, {
  error: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `has the unknown member${issue.keys.length === 1 ? '' : 's'} ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}; the members are ${Object.keys(members).join(', ')}`
      : 'must be a JSON object',
});

/**
 * Reads a line: the page of a company, or a JSON object with `network_url` and, if the line has its own, `team` and
 * `client_email`. Null for a line that asks for nothing.
 */
export function readRunLine(line: string, usual: UsualRequest, hosts: Hosts): ReadLine | null {
  if (isPassedOver(line)) return null;
  const written = line.trim();
  if (!written.startsWith('{')) return checkRunRequest({ networkUrl: written, ...usual }, hosts);
  const parsed = lineObject.safeParse(jsonOf(written));
  if (!parsed.success) return { reason: complaint(parsed.error.issues[0]) };
  const { network_url: networkUrl, team, client_email: clientEmail } = parsed.data;
  const own = { team: team ?? usual.team, clientEmail: clientEmail ?? usual.clientEmail };
  return checkRunRequest({ networkUrl, ...own }, hosts);
}

/** Whether a line asks for nothing: it is empty, or a comment that begins with `#`. */
export function isPassedOver(line: string): boolean {
  return /^\s*(?:#|$)/.test(line);
}

/** A client may start a run that must fail; an operator is told before it costs anything. */
export function checkRunRequest(request: RunRequest, hosts: Hosts): ReadLine {
  if (companyPage(request.networkUrl, hosts) === null) {
    return { reason: `${JSON.stringify(request.networkUrl)} is not the profile page of a company` };
  }
  const { clientEmail } = request;
  if (clientEmail !== null && !ADDRESS.test(clientEmail)) {
    return { reason: 'the e-mail address of the client is none' };
  }
  return { request };
}

/** What tells whether a line is still what it was. */
export function lineHash(line: string): string {
  return createHash('sha256').update(line.trim()).digest('hex').slice(0, 16);
}

/** The lines of a text. */
export function linesOf(content: string): ListLine[] {
  return content.split(/\r?\n/).map((line, index) => ({ number: index + 1, text: line }));
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}

function complaint(issue: z.core.$ZodIssue | undefined): string {
  const place = issue?.path.join('.') ?? '';
  return `${place === '' ? 'the line' : place} ${issue?.message ?? 'cannot be read'}`;
}
