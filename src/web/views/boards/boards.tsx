import { words } from '../../i18n/index.ts';
import { Screen } from '../screen.tsx';

export function Boards() {
  return (
    <Screen title={words().nav.boards}>
      <p class="lead">{words().notThereYet}</p>
    </Screen>
  );
}
