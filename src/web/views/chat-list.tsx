import { useLocation } from 'preact-iso/router';
import { type Age, ageOf } from '../format/date.ts';
import { words } from '../i18n/index.ts';
import { chats, type PastChat } from '../state/history.ts';

const AGES: readonly Age[] = ['today', 'yesterday', 'week', 'earlier'];

/** Earlier chats of the person who is here, by day. */
export function ChatList() {
  const text = words().chats;
  const { path } = useLocation();
  const all = chats.value;
  const now = Date.now();
  const groups = AGES.map((age): readonly [Age, readonly PastChat[]] => [
    age,
    all.filter(({ at }) => ageOf(at, now) === age),
  ]);
  return (
    <section class="chats" aria-label={text.label}>
      {all.length === 0 && <p class="meta">{text.none}</p>}
      {groups.map(
        ([age, found]) =>
          found.length > 0 && (
            <div key={age}>
              <h2>{text[age]}</h2>
              <ul>
                {found.map(({ id, title }) => (
                  <li key={id}>
                    <a href={`/c/${id}`} aria-current={path === `/c/${id}` ? 'page' : undefined}>
                      <span title={title}>{title}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  );
}
