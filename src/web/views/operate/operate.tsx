import { words } from '../../i18n/index.ts';
import { Screen } from '../screen.tsx';

export function Operate() {
  return (
    <Screen title={words().nav.operate}>
      <p class="lead">{words().notThereYet}</p>
    </Screen>
  );
}
