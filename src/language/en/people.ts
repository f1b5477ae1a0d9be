import { words } from '#src/language/tables.ts';

/** What all people are called, whatever they do. */
export const HUMANS = words('person people human individual');

/** What rows are called that are people: `who` asks for them. */
export const PEOPLE_NOUNS = words(
  `person people human individual employee staff worker colleague coworker user member customer client buyer shopper
   subscriber donor sponsor investor student pupil learner teacher tutor professor lecturer instructor trainer coach
   patient doctor physician nurse dentist surgeon therapist player athlete author writer editor artist singer musician
   actor director producer driver pilot captain rider agent broker tenant landlord owner resident inhabitant guest visitor
   passenger traveler traveller attendee participant applicant candidate contact lead recruiter manager supervisor
   officer clerk cashier technician engineer mechanic consultant lawyer attorney judge voter volunteer parent child`,
);
