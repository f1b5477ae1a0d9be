import { useSignal } from '@preact/signals';
import { type GetUsageAnswer, getUsage } from '../../api/operate.ts';
import { Failure } from '../../components/failure.tsx';
import { Choice } from '../../components/field.tsx';
import { Records } from '../../components/records.tsx';
import { countText, dayFrom, dayText, dollarText } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { texts } from '../../i18n/operate.ts';
import { useLoaded } from '../../state/calls.ts';
import { reachText, service, signedIn } from './reach.ts';

type Span = 'month' | 'week' | 'days' | 'quarter';
type By = GetUsageAnswer['group_by'];
type Group = GetUsageAnswer['usage'][number];

const BACK: Readonly<Record<Exclude<Span, 'month'>, number>> = { week: 6, days: 29, quarter: 89 };

/** First and last day of a span that ends today, UTC. */
function daysOf(span: Span): { readonly from: string; readonly to: string } {
  const to = dayFrom(Date.now(), 0);
  return {
    from: span === 'month' ? `${to.slice(0, 8)}01` : dayFrom(Date.now(), -BACK[span]),
    to,
  };
}

export function Usage() {
  const text = texts();
  const span = useSignal<Span>('month');
  const by = useSignal<By>('day');
  const found = useLoaded(
    (signal) => getUsage(service(), { ...daysOf(span.value), group_by: by.value }, { signal }),
    [span.value, by.value, signedIn().key],
  );
  const groups = found.value?.usage ?? [];
  const sum = (of: (group: Group) => number) =>
    groups.reduce((total, group) => total + of(group), 0);
  const lang = locale();
  return (
    <>
      <div class="filters">
        <Choice
          label={text.span}
          value={span.value}
          options={(['month', 'week', 'days', 'quarter'] as const).map(
            (one) => [one, text.spans[one]] as const,
          )}
          onChoose={(chosen) => {
            span.value = chosen;
          }}
        />
        <Choice
          label={text.by}
          value={by.value}
          options={(['day', 'workspace', 'tenant', 'model', 'key'] as const).map(
            (one) => [one, text.bys[one]] as const,
          )}
          onChoose={(chosen) => {
            by.value = chosen;
          }}
        />
      </div>
      <Failure error={found.error} onRetry={found.again} />
      {found.value === null ? (
        found.isBusy && <p class="meta">{manageTexts().loading}</p>
      ) : (
        <>
          <dl class="facts num">
            <div>
              <dt>{text.questions}</dt>
              <dd>
                {countText(
                  sum(({ questions }) => questions),
                  lang,
                )}
              </dd>
            </div>
            <div>
              <dt>{text.cost}</dt>
              <dd>
                {dollarText(
                  sum(({ cost_usd }) => cost_usd),
                  lang,
                )}
              </dd>
            </div>
            <div>
              <dt>{text.tokens}</dt>
              <dd>
                {countText(
                  sum(({ tokens }) => tokens.input),
                  lang,
                )}{' '}
                /{' '}
                {countText(
                  sum(({ tokens }) => tokens.output),
                  lang,
                )}
              </dd>
            </div>
          </dl>
          {found.value.group_by === 'day' && groups.length > 0 && <Days of={found.value} />}
          <Records
            label={text.tabs.usage}
            records={found.value.group_by === 'day' ? groups.toReversed() : groups}
            keyOf={({ group }) => group}
            empty={text.noUsage}
            columns={[
              {
                heading: text.bys[found.value.group_by],
                cell: ({ group }) => groupText(group, found.value?.group_by ?? 'day'),
              },
              {
                heading: text.questions,
                isNumber: true,
                cell: ({ questions }) => countText(questions, lang),
              },
              {
                heading: text.cost,
                isNumber: true,
                cell: ({ cost_usd }) => dollarText(cost_usd, lang),
              },
              {
                heading: text.tokens,
                isNumber: true,
                cell: ({ tokens }) =>
                  `${countText(tokens.input, lang)} / ${countText(tokens.output, lang)}`,
              },
              {
                heading: text.median,
                isNumber: true,
                cell: ({ latency_ms }) => `${countText(Math.round(latency_ms.p50), lang)} ms`,
              },
              {
                heading: text.p95,
                isNumber: true,
                cell: ({ latency_ms }) => `${countText(Math.round(latency_ms.p95), lang)} ms`,
              },
            ]}
          />
        </>
      )}
    </>
  );
}

function groupText(group: string, by: By): string {
  if (by === 'day') return dayText(group, locale());
  if (by === 'tenant') return reachText(group, null);
  if (by === 'workspace') return reachText(null, group);
  return group || (by === 'model' ? texts().noModel : '–');
}

const HEIGHT = 88;

/** A column for each day of the span; a day without questions has none. */
function Days({ of }: { readonly of: GetUsageAnswer }) {
  const byDay = new Map(of.usage.map(({ group, questions }) => [group, questions]));
  const days: string[] = [];
  for (let day = of.from.slice(0, 10); day <= of.to.slice(0, 10); ) {
    days.push(day);
    day = dayFrom(Date.parse(`${day}T00:00:00Z`), 1);
  }
  const most = Math.max(1, ...byDay.values());
  const step = 1000 / days.length;
  const lang = locale();
  return (
    <svg
      class="days"
      viewBox={`0 0 1000 ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={texts().daysOf(
        dayText(of.from.slice(0, 10), lang),
        dayText(of.to.slice(0, 10), lang),
        countText(most, lang),
      )}
    >
      {days.map((day, at) => {
        const questions = byDay.get(day) ?? 0;
        const height = (questions / most) * HEIGHT;
        return (
          <rect
            key={day}
            x={at * step + step * 0.1}
            y={HEIGHT - height}
            width={Math.min(step * 0.8, 48)}
            height={height}
          >
            <title>{`${dayText(day, lang)}: ${countText(questions, lang)}`}</title>
          </rect>
        );
      })}
      <rect class="base" x="0" y={HEIGHT} width="1000" height="1" />
    </svg>
  );
}
