import { Screen } from '../screen.tsx';
import { words } from '../../i18n/index.ts';

export function Data() {
  return (
    <Screen title={words().nav.data}>
      <p class="lead">{words().notThereYet}</p>
    </Screen>
  );
}
