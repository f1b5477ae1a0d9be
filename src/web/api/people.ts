export {
  beginProviderSignIn,
  createMemberLink,
  finishProviderSignIn,
  inviteMember,
  listMembers,
  listSessions,
  readMemberLink,
  removeMember,
  revokeSession,
  setPassword,
  updateMember,
} from '#src/client/generated/calls.ts';
export type { ListedSession, Member, MemberWithLink, Role } from '#src/client/generated/types.ts';
