import type { JSX } from 'preact';
import { count, counted, isolated } from '../format.js';
import { Icon } from '../parts/icons.js';
import { Link } from '../parts/layout.js';
import type { Column } from '../parts/table.js';
import { Time } from '../parts/time.js';
import type { PastImport, Tenant, Upload } from '../generated/operator.js';
import { Outcome, useAction } from './action.js';
import { aboutOf, apiUser, OutcomeTag, titleOf } from './import-entry.js';
import { Folded, Records } from './records.js';
import { reasonOf, saveRejects } from './upload-report.js';

/**
 * What is said about an import if the console does not know the reason for its outcome.
 * @param isRead whether the console has read the reasons that the service still has
 */
function unknownReason({ outcome, system_user: user }: PastImport, isRead: boolean): string {
  if (outcome === 'interrupted')
    return 'It was stopped before the end. Import the file again: what is stored is skipped.';
  if (outcome === 'not ended')
    return 'It is under way, or its process was stopped. In that case, import the file again.';
  if (outcome === 'refused') return 'It would have replaced too many stored values. Nothing of it is stored.';
  if (outcome === 'complete') return '';
  if (user !== apiUser) return 'The reason is in the output of the command.';
  return isRead ? 'The reason is no longer stored.' : '';
}

interface PastImportsProps {
  readonly imports: readonly PastImport[];
  /** The uploads of the last week. They tell why an import has failed, and have its rejected lines. Null if they could not be read yet. */
  readonly uploads: readonly Upload[] | null;
  readonly tenants: readonly Tenant[];
}

/** The entries of the list of imports. Each leads to the screen with its changes. */
export function PastImports({ imports, uploads, tenants }: PastImportsProps): JSX.Element {
  const action = useAction();
  const uploadOf = ({ import_id: id }: PastImport): Upload | undefined =>
    uploads?.find(({ import_id: imported }) => imported === id);
  const nameOf = (id: string): string => tenants.find(({ tenant }) => tenant === id)?.name ?? id;
  const columns: readonly Column<PastImport>[] = [
    {
      title: 'File',
      cell: (row) => {
        const upload = uploadOf(row);
        const failure = upload === undefined ? '' : reasonOf(upload);
        const reason = failure === '' ? unknownReason(row, uploads !== null) : failure;
        const name = row.action === 'import' ? row.file : `${titleOf(row)}: ${isolated(row.file)}`;
        const about = aboutOf(row, row.tenant === null ? null : nameOf(row.tenant));
        return (
          <>
            <Folded text={name}>
              <Link to={`operate/imports/${row.import_id}`}>{name}</Link>
            </Folded>
            <div class="note">
              <Folded text={`${row.import_id} · ${about}`} />
            </div>
            {reason !== '' && (
              <div class={failure === '' || row.outcome === 'refused' ? 'note' : 'fault'}>
                <Folded text={reason} />
              </div>
            )}
          </>
        );
      },
    },
    { title: 'Outcome', as: 'state', cell: (row) => <OutcomeTag {...row} /> },
    { title: 'Begun', as: 'wide', cell: ({ started_at: at }) => <Time at={at} /> },
    { title: 'Lines', align: 'end', cell: ({ read }) => count(read) },
    {
      title: 'New',
      align: 'end',
      cell: ({ inserted, updated, unchanged }) => (
        <>
          {count(inserted)}
          <p class="note instead">{count(updated)} changed</p>
          <p class="note instead">{count(unchanged)} unchanged</p>
        </>
      ),
    },
    { title: 'Changed', align: 'end', as: 'extra', cell: ({ updated }) => count(updated) },
    { title: 'Unchanged', align: 'end', as: 'extra', cell: ({ unchanged }) => count(unchanged) },
    {
      title: 'Rejected',
      align: 'end',
      cell: (row) => {
        const upload = row.rejected === 0 ? undefined : uploadOf(row);
        return upload === undefined ? (
          count(row.rejected)
        ) : (
          <button
            type="button"
            class="small"
            title="Download the rejected lines"
            aria-label={`Download the ${counted(row.rejected, 'rejected line')} of ${row.file}`}
            onClick={() => void action.run(() => saveRejects(upload))}
          >
            {count(row.rejected)}
            <Icon name="down" />
          </button>
        );
      },
    },
  ];
  return (
    <>
      <Records caption="Past imports" columns={columns} rows={imports} keyOf={({ import_id: id }) => String(id)} />
      <Outcome action={action} />
    </>
  );
}
