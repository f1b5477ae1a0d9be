import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['companies with speakers', 'SELECT DISTINCT company FROM speakers'],
    [
      'sessions with vip attendees',
      `SELECT title FROM sessions WHERE session_id IN (SELECT session_id FROM session_registrations JOIN attendees USING(attendee_id) WHERE ticket_type='vip')`,
    ],
    ['attendees not checked in', 'SELECT name FROM attendees WHERE checked_in_at IS NULL'],
    [
      'registrations that were not attended',
      `SELECT a.name,s.title FROM session_registrations r JOIN attendees a USING(attendee_id) JOIN sessions s USING(session_id) WHERE NOT r.attended`,
    ],
  ],
  open: [
    'sessions by speaker',
    'attendees registered for all Data sessions',
    'attendees who registered for every Data session',
    'attendees who did not attend Talk 5',
    'attendees and speakers from the UK',
    'speaker tickets',
    'attendees who attended no sessions',
    'companies with speakers and attendees',
    'speakers who are also attendees',
  ],
};

describeAnswers('questions about a conference, whose people meet in sessions', 'conf', ASKED);
