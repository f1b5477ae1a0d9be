/** Names are told apart without capital letters. */
export const fold = (name: string): string => name.toLowerCase();

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
