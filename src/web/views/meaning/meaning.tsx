import { words } from '../../i18n/index.ts';
import { Screen } from '../screen.tsx';

export function Meaning() {
  return (
    <Screen title={words().nav.meaning}>
      <p class="lead">{words().notThereYet}</p>
    </Screen>
  );
}
