import { Refused } from '#src/plugin-api/refused.ts';

/** Refuses a construct of SQL by its name as a user writes it. */
export function notAllowed(what: string): never {
  throw new Refused('node_not_allowed', `${what} can't be used here.`);
}

export function functionRefused(name: string): never {
  throw new Refused('function_not_allowed', `The function ${name}() can't be used.`);
}

export function syntax(text: string): never {
  throw new Refused('syntax', text);
}
