import { z } from 'zod';
import { isStorable } from '../../platform/database/text.js';
import type { PageCursor } from '../../signals/signal.reader.js';

/** What a cursor contains: the website, the day and the id of the last signal that was returned. */
const position = z.tuple([z.string().max(300).refine(isStorable), z.iso.date(), z.string().regex(/^\d{1,18}$/)]);

/** Writes a cursor as text. An agent sends the text back unchanged to get the next signals. */
export function cursorAfter({ website, date, id }: PageCursor): string {
  return Buffer.from(JSON.stringify([website, date, id])).toString('base64url');
}

/** Reads a cursor. Null if the text is not a cursor. */
export function signalAt(cursor: string): PageCursor | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const read = position.safeParse(parsed(text));
  return read.success ? { website: read.data[0], date: read.data[1], id: read.data[2] } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
