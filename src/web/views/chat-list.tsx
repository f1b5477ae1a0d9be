/** Earlier chats of the person who is here. */
export function ChatList() {
  return <div class="chats" />;
}
