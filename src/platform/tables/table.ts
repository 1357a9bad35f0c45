import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { matchingDir } from '../config/config.js';

interface Row {
  readonly text: string;
  /** Where the row is, for error messages: `nicknames.txt, line 12`. */
  readonly place: string;
}

/** A row that is divided at its first colon: `robert: bob rob`. */
export interface KeyedRow extends Row {
  readonly key: string;
  readonly value: string;
}

/** A heading in square brackets, with the rows between it and the next heading. */
export interface Section {
  readonly heading: string;
  readonly place: string;
  readonly rows: readonly Row[];
}

/** A file with rows that an operator has added to a table: its name and the number of its rows. */
export interface Addition {
  readonly file: string;
  readonly rows: number;
}

const additions: Addition[] = [];
const heading = /^\[(.*)\]$/;
const isIndented = /^\s/;
const whiteSpace = /\s+/;

/** The files of added rows that this process has read so far. */
export function loadedAdditions(): readonly Addition[] {
  return additions;
}

/**
 * A table in a text file, with words, phrases or names for matching, one row per line.
 *
 * - A line that begins with `#` is a comment, and a line such as `[…]` is the heading of a section.
 * - A line that begins with white space continues the row above it.
 *
 * An operator can add rows to a table. They are in a file with the same name and the same format, in the folder that
 * `MATCHING_DIR` names.
 */
export class Table {
  private constructor(readonly sections: readonly Section[]) {}

  /**
   * Reads a table that belongs to the code, and the rows that an operator has added to it.
   * @param url the location of the file that belongs to the code
   * @throws Error with the file and the line, if there is a row before the first heading, or if a row occurs twice below a
   * heading
   */
  static read(url: URL): Table {
    const path = fileURLToPath(url);
    const own = sectionsOf(path);
    const added = matchingDir === null ? '' : join(matchingDir, basename(path));
    if (added === '' || !existsSync(added)) return new Table(own);
    const more = sectionsOf(added);
    additions.push({ file: basename(path), rows: more.reduce((sum, { rows }) => sum + rows.length, 0) });
    return new Table([...own, ...more]);
  }

  /**
   * The words in the rows below a heading. They are separated by white space.
   * @throws Error if the table has no such heading
   */
  words(name: string): string[] {
    return this.rowsOf(name).flatMap(({ text }) => text.split(whiteSpace));
  }

  /**
   * The phrases in the rows below a heading. They are separated by commas.
   * @throws Error if the table has no such heading
   */
  phrases(name: string): string[] {
    return this.rowsOf(name).flatMap(({ text }) => phrasesIn(text));
  }

  /**
   * The rows below a heading, each divided at its first colon.
   * @throws Error if the table has no such heading, or if a row has no colon
   */
  keyed(name: string): KeyedRow[] {
    return this.rowsOf(name).map(divided);
  }

  /**
   * The keys of the rows below a heading, by each character of their values. The rows `ga: 家價` and `ka: 家` give 家 the keys `ga` and
   * `ka`.
   * @throws Error as {@link keyed} does
   */
  keysByCharacter(name: string): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    for (const { key, value } of this.keyed(name)) {
      for (const character of value) {
        const keys = found.get(character);
        if (keys === undefined) found.set(character, [key]);
        else keys.push(key);
      }
    }
    return found;
  }

  private rowsOf(name: string): readonly Row[] {
    const found = this.sections.filter((section) => section.heading === name);
    if (found.length === 0)
      throw new Error(`The table lacks the heading [${name}], which the code reads; restore the heading`);
    return found.flatMap(({ rows }) => rows);
  }
}

/**
 * Divides a row at its first colon.
 * @throws Error if the row has no colon
 */
export function divided(row: Row): KeyedRow {
  const colon = row.text.indexOf(':');
  if (colon === -1) throw new Error(`${row.place}: "${row.text}" has no colon`);
  return { ...row, key: row.text.slice(0, colon).trim(), value: row.text.slice(colon + 1).trim() };
}

export function phrasesIn(text: string): string[] {
  return text
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

export function wordsIn(text: string): string[] {
  return text.split(whiteSpace).filter((word) => word !== '');
}

function sectionsOf(path: string): Section[] {
  const sections: { heading: string; place: string; rows: { text: string; place: string }[] }[] = [];
  const seen = new Set<string>();
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const place = `${basename(path)}, line ${index + 1}`;
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const name = heading.exec(text)?.[1];
    if (name !== undefined) {
      sections.push({ heading: name.trim(), place, rows: [] });
      seen.clear();
      continue;
    }
    const section = sections.at(-1);
    if (section === undefined)
      throw new Error(`${place}: a heading in square brackets is expected before the first row`);
    const last = section.rows.at(-1);
    if (isIndented.test(line) && last !== undefined) last.text += ` ${text}`;
    else if (seen.has(text)) throw new Error(`${place}: "${text}" occurs twice below [${section.heading}]; remove one`);
    else {
      seen.add(text);
      section.rows.push({ text, place });
    }
  }
  return sections;
}
