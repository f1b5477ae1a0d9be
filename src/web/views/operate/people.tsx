import { useSignal } from '@preact/signals';
import {
  createMemberLink,
  inviteMember,
  type ListedSession,
  listMembers,
  listSessions,
  type Member,
  type MemberWithLink,
  type Role,
  removeMember,
  revokeSession,
  updateMember,
} from '../../api/people.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/confirm.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Choice, heldIn, TextField } from '../../components/field.tsx';
import { CopyBox } from '../../components/secret.tsx';
import { dayTime } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { peopleTexts } from '../../i18n/people.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { hasPasswords, session } from '../../state/session.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { Listing, NewButton } from '../listing.tsx';
import { service, signedIn } from './reach.ts';

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'link'; readonly made: MemberWithLink }
  | { readonly kind: 'edit' | 'remove' | 'newLink'; readonly member: Member };

/** Members of the tenant, and who is signed in. */
export function People() {
  const text = peopleTexts();
  const now = session.value;
  const isBound = now.kind === 'in' && now.me.workspace_id !== null;
  return (
    <>
      <h2>{text.members}</h2>
      <p class="meta">{!hasPasswords.value ? text.off : isBound ? text.bound : text.lead}</p>
      {hasPasswords.value && !isBound && (
        <div class="part">
          <Members />
        </div>
      )}
      <h2 class="part">{text.sessions}</h2>
      <p class="meta">{text.sessionsLead}</p>
      <div class="part">
        <Sessions />
      </div>
    </>
  );
}

function Members() {
  const text = peopleTexts();
  const open = useSignal<Open | null>(null);
  const { clientId } = signedIn();
  const list = useLoaded(
    (signal) => listMembers(service(), { client_id: clientId }, { signal }),
    [clientId],
  );
  const close = () => {
    open.value = null;
  };
  const showLink = (made: MemberWithLink) => {
    open.value = { kind: 'link', made };
    list.again();
  };
  const { value: opened } = open;
  return (
    <>
      <NewButton
        onClick={() => {
          open.value = { kind: 'new' };
        }}
      >
        {text.invite}
      </NewButton>
      <Listing
        list={list}
        of={({ members }) => members}
        more={async (shown) => {
          const next = await listMembers(service(), {
            client_id: clientId,
            cursor: shown.next_cursor ?? '',
          });
          return { ...next, members: [...shown.members, ...next.members] };
        }}
        label={text.members}
        keyOf={({ member_id }) => member_id}
        empty={text.none}
        columns={[
          {
            heading: text.name,
            cell: ({ name, email }) => (
              <>
                {name}
                <small>{email}</small>
              </>
            ),
          },
          {
            heading: text.role,
            cell: ({ role, status, issuer }) => (
              <>
                {text.roles[role]}
                <small>
                  {[text.status[status], issuer && URL.parse(issuer)?.host]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </>
            ),
          },
          {
            heading: text.seen,
            cell: ({ last_seen_at }) =>
              last_seen_at ? dayTime(last_seen_at, locale()) : manageTexts().never,
          },
          {
            heading: manageTexts().actions,
            isActions: true,
            cell: (member) =>
              (['edit', 'newLink', 'remove'] as const).map((kind) => (
                <Button
                  key={kind}
                  aria-label={`${text[kind]}: ${member.name}`}
                  onClick={() => {
                    open.value = { kind, member };
                  }}
                >
                  {text[kind]}
                </Button>
              )),
          },
        ]}
      />
      {opened?.kind === 'new' && <Invite onClose={close} onMade={showLink} />}
      {opened?.kind === 'link' && <Link of={opened.made} onClose={close} />}
      {opened?.kind === 'newLink' && (
        <NewLink of={opened.member} onClose={close} onMade={showLink} />
      )}
      {opened?.kind === 'edit' && <Edit of={opened.member} onClose={close} onDone={list.again} />}
      {opened?.kind === 'remove' && (
        <ActionDialog
          title={text.removeMember(opened.member.name)}
          does={text.remove}
          onClose={close}
          onConfirm={async () => {
            const { client_id, member_id } = opened.member;
            await removeMember(service(), { client_id, member_id });
            list.again();
          }}
        >
          <p>{text.removeNote}</p>
        </ActionDialog>
      )}
    </>
  );
}

interface MakingProps {
  readonly onClose: () => void;
  readonly onMade: (made: MemberWithLink) => void;
}

function Invite({ onClose, onMade }: MakingProps) {
  const text = peopleTexts();
  const name = useSignal('');
  const email = useSignal('');
  const role = useSignal<Role>('reader');
  const action = useAction();
  const make = () =>
    action.run(async () => {
      const body = { name: name.value.trim(), email: email.value.trim(), role: role.value };
      onMade(await inviteMember(service(), { client_id: signedIn().clientId, body }));
    });
  return (
    <FormDialog
      title={text.invite}
      isOpen
      onClose={onClose}
      does={text.makeInvite}
      action={action}
      onConfirm={make}
    >
      <TextField label={text.name} required maxLength={100} {...heldIn(name)} />
      <TextField label={text.email} type="email" required maxLength={254} {...heldIn(email)} />
      <RoleChoice role={role.value} onChoose={(chosen) => (role.value = chosen)} />
    </FormDialog>
  );
}

function RoleChoice(props: { readonly role: Role; readonly onChoose: (role: Role) => void }) {
  const text = peopleTexts();
  return (
    <Choice
      label={text.role}
      note={text.roleNote}
      value={props.role}
      options={(['reader', 'analyst', 'admin'] as const).map((role) => [role, text.roles[role]])}
      onChoose={props.onChoose}
    />
  );
}

function Link({ of, onClose }: { readonly of: MemberWithLink; readonly onClose: () => void }) {
  const text = peopleTexts();
  return (
    <Dialog isOpen onClose={onClose} label={text.linkFor(of.name)}>
      <h2>{text.linkFor(of.name)}</h2>
      <CopyBox label={text.link} text={of.link} />
      <p class="meta">{text.linkNote(dayTime(of.link_expires_at, locale()))}</p>
      <Button look="primary" onClick={onClose}>
        {text.done}
      </Button>
    </Dialog>
  );
}

function NewLink({ of, onClose, onMade }: MakingProps & { readonly of: Member }) {
  const text = peopleTexts();
  const action = useAction();
  const { client_id, member_id } = of;
  return (
    <FormDialog
      title={text.linkFor(of.name)}
      isOpen
      onClose={onClose}
      does={text.newLink}
      action={action}
      onConfirm={() =>
        action.run(async () => onMade(await createMemberLink(service(), { client_id, member_id })))
      }
    />
  );
}

interface EditProps {
  readonly of: Member;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Edit({ of, onClose, onDone }: EditProps) {
  const text = peopleTexts();
  const name = useSignal(of.name);
  const role = useSignal(of.role);
  const { client_id, member_id } = of;
  return (
    <ActionDialog
      title={text.editMember(of.name)}
      does={manageTexts().save}
      onClose={onClose}
      onConfirm={async () => {
        const body = { name: name.value.trim(), role: role.value };
        await updateMember(service(), { client_id, member_id, body });
        onDone();
      }}
    >
      <TextField label={text.name} required maxLength={100} {...heldIn(name)} />
      <RoleChoice role={role.value} onChoose={(chosen) => (role.value = chosen)} />
    </ActionDialog>
  );
}

/** What a browser says of itself, in two words: `Firefox, Linux`. */
function browserOf(userAgent: string): string {
  const name = /(Edg|OPR|Firefox|Chrome|Safari)[\w]*\//.exec(userAgent)?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS|Linux)/.exec(userAgent)?.[1];
  const known = { Edg: 'Edge', OPR: 'Opera' }[name ?? ''] ?? name;
  return [known, system].filter(Boolean).join(', ') || userAgent.slice(0, 40);
}

function Sessions() {
  const text = peopleTexts();
  const list = useLoaded(
    (signal) => listSessions(service(), {}, { signal }),
    [signedIn().clientId],
  );
  const ending = useAction();
  const end = ({ session_id }: ListedSession) =>
    ending.run(async () => {
      await revokeSession(service(), { session_id });
      list.again();
    });
  return (
    <Listing
      list={list}
      of={({ sessions }) => sessions}
      more={async (shown) => {
        const next = await listSessions(service(), { cursor: shown.next_cursor ?? '' });
        return { ...next, sessions: [...shown.sessions, ...next.sessions] };
      }}
      error={ending.error}
      label={text.sessions}
      keyOf={({ session_id }) => session_id}
      empty={text.noSessions}
      columns={[
        {
          heading: text.who,
          cell: ({ person, key, current }) => (
            <>
              {person?.name ?? text.keyOf(key?.name ?? '')}
              {(person || current) && (
                <small>
                  {[person?.email, current && text.thisOne].filter(Boolean).join(' · ')}
                </small>
              )}
            </>
          ),
        },
        { heading: text.browser, cell: ({ user_agent }) => browserOf(user_agent) },
        { heading: text.lastCall, cell: ({ last_seen_at }) => dayTime(last_seen_at, locale()) },
        { heading: text.ends, cell: ({ expires_at }) => dayTime(expires_at, locale()) },
        {
          heading: manageTexts().actions,
          isActions: true,
          cell: (one) => (
            <Button
              aria-label={`${text.end}: ${one.person?.name ?? one.key?.name ?? ''}`}
              onClick={() => end(one)}
            >
              {text.end}
            </Button>
          ),
        },
      ]}
    />
  );
}
