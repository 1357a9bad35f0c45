import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { projectRoot } from '../platform/config/project-root.js';

interface Position {
  readonly title: string;
  readonly company_name: string;
  readonly company_website?: string;
  readonly start_date: string;
  readonly end_date: string | null;
}

interface DemoPerson {
  readonly network_url: string;
  readonly contact_network_id: string;
  readonly job_title: string;
  readonly company_website?: string;
  readonly company_network_url?: string;
  readonly education?: readonly { readonly start_year: number; readonly end_year: number }[];
  readonly experience: readonly [Position, ...Position[]];
  readonly emails?: readonly { readonly address: string; readonly type: string }[];
  readonly phones?: readonly string[];
}

interface DemoSignal {
  readonly date: string;
  readonly account_website: string;
  readonly intent_holder_network_url?: string;
}

interface DemoCompany {
  readonly website: string;
  readonly network_url: string;
  readonly founded_year: number;
}

const demo = join(projectRoot, 'demo');
/** The generator's names for secondary activities. */
const sideRole = /^(Guest Lecturer|Visiting Lecturer|Startup Mentor|Advisory Board Member|Volunteer)$/;

let companies: Map<string, DemoCompany>;
let persons: DemoPerson[];
let signals: DemoSignal[];

beforeAll(async () => {
  const listed = readLines<DemoCompany>(await readFile(join(demo, 'companies.ndjson'), 'utf8'));
  companies = new Map(listed.map((company) => [company.website, company]));
  persons = readLines(await personsIn(demo));
  signals = readLines(await readFile(join(demo, 'signals.ndjson'), 'utf8'));
});

describe('The demo data', () => {
  it('has the persons and signals that its generator writes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-files-'));
    try {
      const script = join(projectRoot, 'tools', 'run.mjs');
      await promisify(execFile)(process.execPath, [script, 'demo-data/main', '--output', folder]);
      // Compares a boolean, because a diff of such long texts is useless.
      expect((await personsIn(folder)) === (await personsIn(demo))).toBe(true);
      const [made, kept] = await Promise.all(
        [folder, demo].map((directory) => readFile(join(directory, 'signals.ndjson'))),
      );
      expect(made?.equals(kept ?? Buffer.alloc(0))).toBe(true);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('has no two persons with the same profile page, network id or e-mail address', () => {
    const addresses = persons.flatMap(({ emails = [] }) => emails.map(({ address }) => address));
    expect(repeated(persons.map((person) => person.network_url))).toEqual([]);
    expect(repeated(persons.map((person) => person.contact_network_id))).toEqual([]);
    expect(repeated(addresses)).toEqual([]);
  });

  it('has only persons who now work at demo companies, in the first position of their work history', () => {
    const pages = new Set([...companies.values()].map((company) => company.network_url));
    const astray = persons.filter(({ company_website: website, company_network_url: page, experience, job_title }) => {
      const isKnown = website === undefined ? pages.has(page ?? '') : companies.has(website);
      return !isKnown || experience[0].end_date !== null || experience[0].title !== job_title;
    });
    expect(astray).toEqual([]);
  });

  it('has only persons who had one main job at a time, and none before the company was founded', () => {
    const impossible = persons.filter(({ experience }) => {
      const jobs = experience.filter(({ title }, index) => index === 0 || !sideRole.test(title));
      return jobs.some(({ start_date: start, end_date: end, company_website: website }, index) => {
        const later = jobs[index - 1];
        const founded = companies.get(website ?? '')?.founded_year ?? 0;
        const isOverlapping = later !== undefined && (end === null || end >= later.start_date);
        return isOverlapping || (end !== null && end < start) || yearOf(start) <= founded;
      });
    });
    expect(impossible).toEqual([]);
  });

  it('has only persons who finished their studies before their first job', () => {
    const hasty = persons.filter(({ education = [], experience }) => {
      const first = Math.min(...experience.map((position) => yearOf(position.start_date)));
      return education.some(({ start_year: start, end_year: end }) => end > first || start >= end);
    });
    expect(hasty).toEqual([]);
  });

  it('has only telephone numbers that are not assigned', () => {
    const fictional =
      /^\+1 \d{3}-555-01\d\d$|^\+44 (7700 900|20 7946 0|161 496 0|131 496 0)\d{3}$|^\+49 (30 23125|69 90009|40 66969|221 4710|89 99998|176 04069) \d{3}$|^\+33 (1 99 00|2 61 91|4 65 71|6 39 98) \d\d \d\d$|^\+61 (2 5550|3 7010|7 5550) \d{4}$|^\+353 20 91\d \d{4}$|^\+46 (8 465 004|31 390 06|40 628 04) \d\d$/;
    const numbers = persons.flatMap(({ phones = [] }) => phones);
    expect(numbers.length).toBeGreaterThan(1_000);
    expect(numbers.filter((number) => !fictional.test(number))).toEqual([]);
  });

  it('has only signals about demo companies and demo persons, from 2025-09-01 to 2026-11-15', () => {
    const pages = new Set(persons.map((person) => person.network_url));
    const stray = signals.filter(
      ({ account_website: website, intent_holder_network_url: page }) =>
        !companies.has(website) || (page !== undefined && !pages.has(page)),
    );
    expect(stray).toEqual([]);
    expect(signals.filter(({ date }) => date < '2025-09-01' || date > '2026-11-15')).toEqual([]);
  });
});

async function personsIn(folder: string): Promise<string> {
  return (await promisify(gunzip)(await readFile(join(folder, 'persons.ndjson.gz')))).toString('utf8');
}

function readLines<Line>(text: string): Line[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

function yearOf(month: string): number {
  return Number(month.slice(0, 4));
}

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}
