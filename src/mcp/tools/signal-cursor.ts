import { z } from 'zod';
import { isStorable } from '../../platform/database/text.js';
import type { PageCursor } from '../../signals/signal.reader.js';

/** The content of a cursor: the website, the day and the id of the last signal of a result. */
const position = z.tuple([z.string().max(300).refine(isStorable), z.iso.date(), z.string().regex(/^\d{1,18}$/)]);

/** Makes the text of a cursor. Agents send it back as it is. */
export function cursorAfter({ website, date, id }: PageCursor): string {
  return Buffer.from(JSON.stringify([website, date, id])).toString('base64url');
}

/** The place in the order of signals that a cursor names; null for a text that is not a cursor. */
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
