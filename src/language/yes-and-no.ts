import { words } from '#src/language/tables.ts';

/** How columns of yes and no are written, in the languages that data is kept in. */
export const YES = words('y yes t true 1 ja j wahr oui vrai sí si sim verdadero vero waar');
export const NO = words('n no f false 0 nein falsch non faux não nao falso onwaar nee');
