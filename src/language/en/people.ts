import { words } from '#src/language/tables.ts';

/** What all people are called, whatever they do. */
export const HUMANS = words('person people human individual');

/** What rows are called that are people: `who` asks for them. */
export const PEOPLE_NOUNS = words(
  `person people human individual employee staff worker colleague coworker user member customer client buyer shopper
   subscriber donor sponsor investor student pupil learner teacher tutor professor lecturer instructor trainer coach
   patient doctor physician nurse dentist surgeon therapist player athlete author writer editor artist singer musician
   actor director producer driver pilot captain rider agent broker tenant landlord owner resident inhabitant guest visitor
   passenger traveler traveller representative rep attendee participant applicant candidate contact lead recruiter manager supervisor
   officer clerk cashier technician engineer mechanic consultant lawyer attorney judge voter volunteer parent child
   friend partner spouse husband wife mother father son daughter brother sister sibling neighbor neighbour`,
);

/** Who else acts: `who published it`. */
export const ORGANISATIONS = words(
  `company firm business enterprise corporation organization organisation institution agency authority team club squad
   band group party airline school university college department government bank shop store supplier vendor brand studio
   network channel country nation state city county`,
);

/** Words of names that end as those of people do. */
export const NO_AGENTS = words(
  'number order quarter semester letter answer center theater chapter paper power color floor sector factor gender',
);
