const TITLE_CHARACTERS = 80;

/** The title of a chat: its first question on one line, cut at a word. */
export function chatTitle(question: string): string {
  const line = question.trim().replace(/\s+/g, ' ');
  if (line.length <= TITLE_CHARACTERS) return line;
  const cut = line.slice(0, TITLE_CHARACTERS);
  const space = cut.lastIndexOf(' ');
  return `${space > TITLE_CHARACTERS / 2 ? cut.slice(0, space) : cut}…`;
}
