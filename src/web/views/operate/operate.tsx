import '../../styles/screens.css';
import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { useLocation } from 'preact-iso/router';
import { texts } from '../../i18n/operate.ts';
import { Gate } from '../gate.tsx';
import { Screen } from '../screen.tsx';
import { Audit } from './audit.tsx';
import { Budgets } from './budgets.tsx';
import { Jobs } from './jobs.tsx';
import { Keys } from './keys.tsx';
import { Usage } from './usage.tsx';
import { Webhooks } from './webhooks.tsx';

type Place = keyof ReturnType<typeof texts>['tabs'];

const People = lazy(() => import('./people.tsx').then((made) => made.People));
const Schedules = lazy(() => import('./schedules.tsx').then((made) => made.Schedules));
const Evals = lazy(() => import('./evals.tsx').then((made) => made.Evals));

const PLACES: Readonly<Record<Place, { readonly view: ComponentType; readonly call: string }>> = {
  keys: { view: Keys, call: 'GET /accounts/api-keys' },
  people: { view: People, call: 'GET, POST /clients/{client_id}/members' },
  usage: { view: Usage, call: 'GET /accounts/usage' },
  budgets: { view: Budgets, call: 'GET /accounts/budgets' },
  schedules: { view: Schedules, call: 'GET /clients/{client_id}/schedules' },
  webhooks: { view: Webhooks, call: 'GET /accounts/webhooks' },
  jobs: { view: Jobs, call: 'GET /clients/{client_id}/schema/status' },
  evals: { view: Evals, call: 'GET, PUT /clients/{client_id}/workspaces/{workspace_id}/evals' },
  audit: { view: Audit, call: 'GET /accounts/audit' },
};
const NAMES = Object.keys(PLACES) as Place[];

/** Keys, people, usage, budgets, schedules, webhooks, jobs, golden questions, audit: each at an address of its own. */
export function Operate() {
  const text = texts();
  const { path } = useLocation();
  const last = path.split('/')[2];
  const here = NAMES.find((name) => name === last) ?? 'usage';
  const { view: View, call } = PLACES[here];
  return (
    <Screen title={text.title}>
      <nav class="places" aria-label={text.places}>
        {NAMES.map((name) => (
          <a key={name} href={`/operate/${name}`} aria-current={name === here ? 'page' : undefined}>
            {text.tabs[name]}
          </a>
        ))}
      </nav>
      <Gate about={text.about} call={call}>
        <View key={here} />
      </Gate>
    </Screen>
  );
}
