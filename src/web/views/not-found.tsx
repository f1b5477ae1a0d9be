import { words } from '../i18n/index.ts';
import { Screen } from './screen.tsx';

/** An address inside the page that leads nowhere: the service itself answers others. */
export function NotFound() {
  return (
    <Screen title={words().notFound.title}>
      <p class="lead">
        <a href="/">{words().notFound.way}</a>
      </p>
    </Screen>
  );
}
