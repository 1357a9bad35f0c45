import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** The maximum number of characters of a cursor. */
export const maxCursorLength = 200;

/** What a cursor is bound to: it is refused for any other tenant, kind of record or definition. */
export interface CursorScope {
  readonly tenantId: string;
  readonly of: string;
  /** The normalised definition. */
  readonly where: unknown;
}

/**
 * Writes and reads the cursors of searches. A cursor is the encrypted id of the last record of a page. The encryption also proves that this
 * installation made the cursor, and for which search.
 */
export class CursorCodec {
  private readonly key: Buffer;

  /** @param secret the secret of the installation, from which the key is derived */
  constructor(secret: Buffer) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'search cursors', 32));
  }

  write(scope: CursorScope, lastId: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.key, nonce).setAAD(this.digestOf(scope));
    const encrypted = Buffer.concat([cipher.update(lastId, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url');
  }

  /** The id in a cursor; null if the text is no cursor of this search. */
  read(scope: CursorScope, text: string): string | null {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== text) return null;
    const end = bytes.length - tagBytes;
    const decipher = createDecipheriv(algorithm, this.key, bytes.subarray(0, nonceBytes))
      .setAAD(this.digestOf(scope))
      .setAuthTag(bytes.subarray(end));
    try {
      return decipher.update(bytes.subarray(nonceBytes, end), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }

  private digestOf({ tenantId, of, where }: CursorScope): Buffer {
    return createHmac('sha256', this.key)
      .update(JSON.stringify([tenantId, of, sorted(where)]))
      .digest();
  }
}

/** A value with the members of its objects in alphabetical order, so that equal values have the same text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
