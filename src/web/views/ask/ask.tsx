import { words } from '../../i18n/index.ts';
import { useTitle } from '../title.ts';

export function Ask() {
  useTitle('');
  return (
    <div class="thread">
      <div class="hello">
        <h1>{words().start.title}</h1>
      </div>
    </div>
  );
}
