import { type getSchemaStatus, updateColumn } from '../../api/data.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Records } from '../../components/records.tsx';
import { texts } from '../../i18n/data.ts';
import { useAction } from '../../state/calls.ts';
import { place } from './place.ts';

type HiddenColumn = NonNullable<
  Awaited<ReturnType<typeof getSchemaStatus>>['hidden_columns']
>[number];

interface HiddenColumnsProps {
  readonly columns: readonly HiddenColumn[];
  readonly onShown: () => void;
}

/** Columns that were hidden without anybody having said so, each with what shows it again. */
export function HiddenColumns({ columns, onShown }: HiddenColumnsProps) {
  const text = texts();
  const action = useAction();
  if (columns.length === 0) return null;
  const show = ({ table, column }: HiddenColumn) =>
    action.run(async () => {
      const { service, at } = place();
      await updateColumn(service, { ...at, table, column, body: { hidden: false } });
      onShown();
    });
  return (
    <section>
      <h2>{text.secrets}</h2>
      <p class="meta">{text.secretsLead}</p>
      <Failure error={action.error} />
      <Records
        label={text.secrets}
        records={columns}
        keyOf={({ table, column }) => JSON.stringify([table, column])}
        empty=""
        columns={[
          { heading: text.column, cell: ({ column }) => column },
          { heading: text.table, cell: ({ table }) => table },
          { heading: text.evidence, cell: ({ because }) => text.because[because] },
          {
            heading: text.showAgain,
            isActions: true,
            cell: (one) => (
              <Button disabled={action.isBusy} onClick={() => show(one)}>
                {text.showColumn(one.column)}
              </Button>
            ),
          },
        ]}
      />
    </section>
  );
}
