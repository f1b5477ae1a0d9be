import type { VNode } from 'preact';
import { ApiError } from '../../api/http.ts';
import { shareTexts } from '../../i18n/share.ts';
import type { Loaded } from '../../state/calls.ts';
import { Waiting } from '../listing.tsx';
import { Screen } from '../screen.tsx';

interface OpenedProps<T> {
  readonly found: Loaded<T>;
  /** Title and note if the link leads to nothing. */
  readonly missing: readonly [title: string, note: string];
  readonly children: (value: T) => VNode;
}

/** What a link leads to, once it is read. */
export function Opened<T>({ found, missing: [title, note], children }: OpenedProps<T>) {
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <Screen title={title}>
        <p class="lead">{note}</p>
      </Screen>
    );
  if (!found.value)
    return (
      <Screen title={shareTexts().share}>
        <Waiting on={found} />
      </Screen>
    );
  return children(found.value);
}
