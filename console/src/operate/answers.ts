// The answers of the API for operators, as docs/operator-openapi.json describes them.
import type { CreditFeature } from 'data-access-client';

export interface Tenant {
  readonly tenant: string;
  readonly name: string;
  readonly burst_limit: number | null;
  readonly burst_window_seconds: number | null;
  readonly per_second: number | null;
  readonly previews: boolean;
  readonly callback_url: string | null;
  readonly suspended_at: string | null;
  readonly created_at: string;
}

export interface Key {
  readonly key_id: string;
  readonly label: string | null;
  readonly ends_with: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

export interface Account {
  readonly granted: number;
  readonly consumed: number;
  readonly reserved: number;
  readonly available: number | null;
}

export type Accounts = Readonly<Partial<Record<CreditFeature, Account>>>;

export interface Callback {
  readonly callback: string;
  readonly state: 'delivered' | 'given up' | 'due';
  readonly attempts: number;
  readonly next_at: string | null;
  readonly delivered_at: string | null;
  readonly given_up_at: string | null;
  readonly last_failure: string | null;
}

export interface Team {
  readonly team: string;
  readonly schema: object;
  readonly updated_at: string;
}

export interface QueryField {
  readonly name: string;
  readonly scope: 'company' | 'person' | 'both';
  readonly definition: object;
  readonly metadata: boolean;
  readonly counted_at: string | null;
  readonly updated_at: string;
}

export interface Operation {
  readonly at: string;
  readonly command: string;
  readonly arguments: readonly string[];
  /** What it was about, by the names of its kind; null in a line of an earlier version. */
  readonly details: Readonly<Record<string, string | number | boolean | null>> | null;
  readonly system_user: string;
  readonly host: string;
  /** The key that was revoked or replaced; null for all other operations. */
  readonly key: { readonly tenant: string; readonly label: string | null; readonly ends_with: string } | null;
  /** How it ended; null if that is not known, and for imports of uploaded files. */
  readonly outcome: 'done' | 'partial' | 'refused' | 'failed' | null;
}

export interface Upload {
  readonly upload_id: string;
  /** Null until the import begins, and for a dry run. */
  readonly import_id: number | null;
  readonly kind: string;
  readonly file: string;
  readonly tenant: string | null;
  readonly dry_run: boolean;
  readonly state: 'uploading' | 'waiting' | 'running' | 'complete' | 'interrupted' | 'failed';
  readonly size_bytes: number;
  readonly received_bytes: number;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly imported_bytes: number;
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly joined: number;
  readonly rejected: number;
  readonly warnings: number;
  readonly columns: readonly { readonly column: string; readonly field: string | null }[];
  readonly notes: readonly string[];
  readonly failure: string | null;
}

/** A line that was rejected. If it has a `warning`, the line was imported, and only one of its values was left out. */
export interface Reject {
  readonly line: number;
  readonly reason?: string;
  readonly member?: string;
  readonly warning?: string;
}

export interface Rejects {
  readonly rejects: readonly Reject[];
  readonly next: number | null;
}

export interface PastImport {
  readonly import_id: number;
  readonly started_at: string;
  readonly kind: string;
  readonly file: string;
  readonly tenant: string | null;
  readonly outcome: 'complete' | 'interrupted' | 'failed' | 'not ended';
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly system_user: string | null;
}

export interface Erasure {
  readonly erased: Readonly<Record<string, number>>;
}

/** Whom and what an erasure would erase. */
export interface ErasurePreview extends Erasure {
  readonly persons: readonly {
    readonly name: string | null;
    readonly job_title: string | null;
    readonly company_name: string | null;
    readonly network_url: string | null;
  }[];
}
