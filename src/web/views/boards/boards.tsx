import { NoData, Waiting } from '../listing.tsx';
import '../../styles/screens.css';
import '../../styles/boards.css';
import { useRoute } from 'preact-iso/router';
import { Icon } from '../../components/icon.tsx';
import { words } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { boardTexts } from '../../i18n/pins.ts';
import { signInAddress } from '../../state/place.ts';
import { caller, isSignedIn, session } from '../../state/session.ts';
import { listing, workspace } from '../../state/workspace.ts';
import { Screen } from '../screen.tsx';
import { BoardList } from './board-list.tsx';
import { BoardView } from './board-view.tsx';

/** The list of boards, or one of them, as the address says. */
export function Boards() {
  const { params } = useRoute();
  const text = boardTexts();
  const { id } = params;
  if (!isSignedIn.value || !workspace.value)
    return (
      <Screen title={text.title}>
        <Nothing isOne={id !== undefined} />
      </Screen>
    );
  // Another tenant or workspace has other boards.
  const of = `${caller.value?.clientId} ${workspace.value.workspace_id}`;
  return id ? <BoardView key={`${of} ${id}`} id={id} /> : <BoardList key={of} />;
}

/** Nobody is signed in, or there is no workspace: the way to both. */
function Nothing({ isOne }: { readonly isOne: boolean }) {
  const text = boardTexts();
  const { kind } = session.value;
  if (kind === 'opening' || kind === 'waiting') return <p class="meta">{manageTexts().loading}</p>;
  if (listing.value) return <Waiting on={listing.value} />;
  if (kind === 'in') return <NoData lead={text.noData} toData={text.toData} />;
  return (
    <section class="card pad gate">
      <h2>{isOne ? text.gateOne : text.gateTitle}</h2>
      <p>{isOne ? text.gateOneLead : text.gateLead}</p>
      <p>
        <a class="btn primary" href={signInAddress()}>
          <Icon name="key" />
          {words().shell.signIn}
        </a>
      </p>
    </section>
  );
}
