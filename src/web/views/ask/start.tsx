import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { suggestionsOf } from '../../api/answers.ts';
import type { Sample, Starter } from '../../api/identity.ts';
import { Icon } from '../../components/icon.tsx';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { locale, words } from '../../i18n/index.ts';
import { caller, isReader, session } from '../../state/session.ts';
import { workspace } from '../../state/workspace.ts';
import { previewOf } from './preview.ts';

interface StartProps {
  readonly onAsk: (question: string) => void;
}

/** The first screen: what this is, and questions to begin with. */
export function Start({ onAsk }: StartProps) {
  const text = words().start;
  const now = session.value;
  return (
    <>
      <div class="hello">
        <h1>{text.title}</h1>
        <p>{useAbout()}</p>
      </div>
      {now.kind === 'sample' && <Starters starters={now.sample.starters} onAsk={onAsk} />}
      {now.kind === 'in' && <Suggested onAsk={onAsk} />}
      {now.kind !== 'opening' && !isReader.value && <Ways />}
    </>
  );
}

function Ways() {
  const text = words().start;
  return (
    <div class="ways">
      <a class="card" href="/data">
        <Icon name="file" />
        <span>
          <b>{text.file}</b>
          {text.fileNote}
        </span>
      </a>
      <a class="card" href="/data/database">
        <Icon name="data" />
        <span>
          <b>{text.database}</b>
          {text.databaseNote}
        </span>
      </a>
    </div>
  );
}

function useAbout(): string {
  const text = words().start;
  const now = session.value;
  const name = useComputed(() => workspace.value?.name ?? '');
  switch (now.kind) {
    case 'sample':
      return text.sample(tablesText(now.sample));
    case 'in':
      return name.value === '' ? '' : text.own(name.value);
    case 'waiting':
      return text.waiting;
    case 'out':
      return text.out;
    default:
      return '';
  }
}

/** `8,000 orders, 1,200 customers, 24 stores`: the data in its own words. */
function tablesText({ tables }: Sample): string {
  const lang = locale();
  const number = new Intl.NumberFormat(lang);
  const named = tables
    .filter(({ table_name }) => !table_name.includes('_'))
    .toSorted((a, b) => b.row_count - a.row_count)
    .map(({ table_name, row_count }) => `${number.format(row_count)} ${table_name}`);
  return new Intl.ListFormat(lang).format(named);
}

const MOST_STARTERS = 6;

function Starters({ starters, onAsk }: StartProps & { readonly starters: readonly Starter[] }) {
  return (
    <>
      <h2 class="vh">{words().start.starters}</h2>
      <ul class="starters">
        {starters.map(({ question, answer }) => {
          const preview = previewOf(answer, locale());
          return (
            <li key={question}>
              <button type="button" onClick={() => onAsk(question)}>
                {preview?.kind === 'number' ? (
                  <span class="mini figure">{preview.text}</span>
                ) : (
                  preview && <Thumbnail kind={preview.kind} series={preview.series} />
                )}
                <span>{question}</span>
                {preview?.note && <small>{preview.note}</small>}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Questions that the data of this workspace can answer. */
function Suggested({ onAsk }: StartProps) {
  const found = useSignal<readonly string[]>([]);
  const who = caller.value;
  const where = workspace.value?.workspace_id ?? null;
  useEffect(() => {
    if (who === null || where === null) return;
    suggestionsOf(who, where).then(
      (answer) => {
        found.value = answer.suggestions;
      },
      () => {
        found.value = [];
      },
    );
  }, [who, where]);
  if (found.value.length === 0) return null;
  return (
    <Starters
      starters={found.value.slice(0, MOST_STARTERS).map((question) => ({ question, answer: null }))}
      onAsk={onAsk}
    />
  );
}
