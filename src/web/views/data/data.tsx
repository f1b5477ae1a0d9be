import { words } from '../../i18n/index.ts';
import { Screen } from '../screen.tsx';

export function Data() {
  return (
    <Screen title={words().nav.data}>
      <p class="lead">{words().notThereYet}</p>
    </Screen>
  );
}
