import { dayBetween } from '#src/sample/calendar.ts';
import { drawByWeight, type Random } from '#src/sample/random.ts';
import { STORES, type Store } from '#src/sample/stores.ts';

export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly segment: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly signupDate: string;
  readonly home: Store;
}

const COUNT = 1_200;
const GIVEN =
  'Ada Amir Ana Anton Beatriz Bela Carlos Chen Clara Daniel Deepa Elena Emil Fatima Felix Grace Hana Henry Ines Ivan Jamal Jonas Julia Kofi Laura Leo Lina Maria Marco Mei Mona Nadia Nils Omar Paula Priya Rafael Rosa Samir Sofia Tara Theo Uma Victor Wanda Yara Yusuf Zoe'.split(
    ' ',
  );
const FAMILY =
  'Abara Almeida Bauer Becker Bianchi Brandt Carver Castillo Chopra Cohen Costa Dalton Diaz Dubois Ellis Engel Farrow Fischer Fontaine Garcia Gupta Haddad Hale Hansen Hoang Ibarra Iqbal Jansen Kaya Keller Kim Kovacs Larsen Lind Lopez Malik Marsh Meyer Moreau Nakamura Novak Okafor Olsen Ortega Park Patel Pereira Quinn Rahman Reyes Romano Sato Schmidt Silva Singh Tanaka Torres Vance Vega Weber Yilmaz Zhang'.split(
    ' ',
  );
const drawSegment = drawByWeight([
  ['Consumer', 62],
  ['Small Business', 26],
  ['Corporate', 12],
]);

/** 1,200 customers in the order in which they signed up, each with a name of their own. */
export function makeCustomers(random: Random): Customer[] {
  const names = new Set<string>();
  while (names.size < COUNT) names.add(`${random.pick(GIVEN)} ${random.pick(FAMILY)}`);
  const drawHome = drawByWeight(STORES.map((store) => [store, store.weight]));
  const people = [...names].map((name) => {
    const home = drawHome(random);
    const early = random.chance(0.45);
    return {
      name,
      segment: random.chance(0.03) ? null : drawSegment(random),
      city: random.chance(0.02) ? null : random.pick(home.towns),
      country: home.country,
      signupDate: early
        ? dayBetween(random, '2022-01-01', '2023-12-31')
        : dayBetween(random, '2024-01-01', '2026-10-15'),
      home,
    };
  });
  people.sort((a, b) => (a.signupDate < b.signupDate ? -1 : a.signupDate > b.signupDate ? 1 : 0));
  return people.map((person, index) => ({ id: index + 1, ...person }));
}
