import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Sql } from '../../components/sql.tsx';
import { sqlTexts } from '../../i18n/sql.ts';
import { isRunning } from '../../state/conversation.ts';
import { completionNames, runOwnSql } from '../../state/own-sql.ts';
import type { Turn } from '../../state/thread.ts';

interface SqlPanelProps {
  readonly turn: Turn;
  readonly sql: string;
}

/** The SQL of an answer, and an editor for who may run their own. */
export function SqlPanel({ turn, sql, onEdit }: SqlPanelProps & { readonly onEdit: () => void }) {
  const text = sqlTexts();
  const isEdited = useSignal(false);
  if (isEdited.value)
    return (
      <Editor
        turn={turn}
        sql={sql}
        onRevert={() => {
          isEdited.value = false;
        }}
      />
    );
  return (
    <>
      <Sql sql={sql} />
      <div class="pad row">
        <Button
          icon="edit"
          onClick={() => {
            isEdited.value = true;
            onEdit();
          }}
        >
          {text.edit}
        </Button>
      </div>
    </>
  );
}

function showTurn(id: string): void {
  const made = document.querySelector<HTMLElement>(`[data-turn="${id}"]`);
  made?.scrollIntoView({ block: 'start' });
  made?.focus({ preventScroll: true });
}

function Editor({ turn, sql, onRevert }: SqlPanelProps & { readonly onRevert: () => void }) {
  const text = sqlTexts();
  const host = useRef<HTMLDivElement>(null);
  const written = useRef<() => string>(() => sql);
  const isFailed = useSignal(false);
  const refusal = useSignal<Error | null>(null);
  const run = async () => {
    refusal.value = null;
    const ran = await runOwnSql(turn, written.current());
    if (!ran) return;
    if ('refusal' in ran) refusal.value = new Error(ran.refusal);
    else {
      // What this card says holds for the SQL that it had.
      onRevert();
      requestAnimationFrame(() => showTurn(ran.turnId));
    }
  };
  useEffect(() => {
    let close = () => {};
    let isGone = false;
    Promise.all([import('../../components/sql-editor.ts'), completionNames()]).then(
      ([{ openSqlEditor }, names]) => {
        if (isGone || !host.current) return;
        const made = openSqlEditor(host.current, {
          ...{ text: sql, label: text.label, names },
          onRun: run,
        });
        written.current = made.text;
        close = made.close;
      },
      () => {
        isFailed.value = true;
      },
    );
    return () => {
      isGone = true;
      close();
    };
  }, []);
  return (
    <>
      <div class="sql-editor" dir="ltr" ref={host} />
      {isFailed.value && (
        <p class="meta note" role="alert">
          {text.noEditor}
        </p>
      )}
      {refusal.value && (
        <div class="pad">
          <Failure error={refusal.value} />
        </div>
      )}
      <div class="pad row">
        <Button look="primary" title={text.runKey} disabled={isRunning.value} onClick={run}>
          {text.run}
        </Button>
        <Button onClick={onRevert}>{text.revert}</Button>
        <span class="meta">{text.note}</span>
      </div>
    </>
  );
}
