import { by, gold, held, month, of, type Talk, talk, top, year } from './talk.ts';

const ALL =
  'appointments a JOIN doctors d ON d.doctorId = a.doctorId JOIN patients p ON p.patientId = a.patientId';
const visits = gold('COUNT(*)', ALL);
const fees = gold('SUM(a.fee)', ALL);
const patients = gold('COUNT(*)', 'patients p');
const DAY = 'a.visitDate';
const in2025 = held(visits, 'time', year(DAY, 2025));
const done = held(visits, 'status', "a.status = 'completed'");

export const PRACTICE_TALKS: readonly Talk[] = [
  talk(
    ...[
      'how many appointments in 2025',
      in2025,
      'by month',
      by(in2025, month(DAY)),
      'by visit type',
      by(in2025, 'a.visitType'),
      'and 2024',
      by(held(visits, 'time', year(DAY, 2024)), 'a.visitType'),
    ],
  ),
  talk(
    ...[
      'total fee by specialty',
      by(fees, 'd.specialty'),
      'only 2025',
      by(held(fees, 'time', year(DAY, 2025)), 'd.specialty'),
      'top 2',
      top(by(held(fees, 'time', year(DAY, 2025)), 'd.specialty'), 2),
      'bottom 2',
      top(by(held(fees, 'time', year(DAY, 2025)), 'd.specialty'), 2, 'ASC'),
    ],
  ),
  talk(
    ...[
      'patients by insurance',
      by(patients, 'p.insurance'),
      'only women',
      [by(held(patients, 'g', "p.gender = 'F'"), 'p.insurance')],
      'how many patients are there',
      patients,
      'by gender',
      by(patients, 'p.gender'),
    ],
  ),
  talk(
    ...[
      'how many appointments were cancelled',
      held(visits, 'status', "a.status = 'cancelled'"),
      'and completed',
      done,
      'by specialty',
      by(done, 'd.specialty'),
      'what about Neurology',
      [
        held(done, 's', "d.specialty = 'Neurology'"),
        by(held(done, 's', "d.specialty = 'Neurology'"), 'd.specialty'),
      ],
    ],
  ),
  talk(
    ...[
      'average fee of completed appointments',
      held(of(visits, 'AVG(a.fee)'), 'status', "a.status = 'completed'"),
      'by visit type',
      by(held(of(visits, 'AVG(a.fee)'), 'status', "a.status = 'completed'"), 'a.visitType'),
      'and the maximum',
      by(held(of(visits, 'MAX(a.fee)'), 'status', "a.status = 'completed'"), 'a.visitType'),
      'in 2024',
      by(
        held(
          held(of(visits, 'MAX(a.fee)'), 'status', "a.status = 'completed'"),
          'time',
          year(DAY, 2024),
        ),
        'a.visitType',
      ),
    ],
  ),
  talk(
    ...[
      'patients without an email',
      [
        'SELECT firstName, lastName FROM patients WHERE email IS NULL',
        'SELECT patientId FROM patients WHERE email IS NULL',
      ],
      'how many',
      'SELECT COUNT(*) FROM patients WHERE email IS NULL',
      'by insurance',
      'SELECT insurance, COUNT(*) FROM patients WHERE email IS NULL GROUP BY 1',
      'only AOK',
      [
        "SELECT COUNT(*) FROM patients WHERE email IS NULL AND insurance = 'AOK'",
        "SELECT insurance, COUNT(*) FROM patients WHERE email IS NULL AND insurance = 'AOK' GROUP BY 1",
      ],
    ],
  ),
  talk(
    ...[
      'appointments by status',
      by(visits, 'a.status'),
      'as a share',
      'SELECT status, COUNT(*) / SUM(COUNT(*)) OVER () * 100 FROM appointments GROUP BY 1',
      'appointments by visit type',
      by(visits, 'a.visitType'),
      'without cancelled ones',
      by(held(visits, 'status', "a.status <> 'cancelled'"), 'a.visitType'),
    ],
  ),
  talk(
    ...[
      'cardiology doctors',
      [
        "SELECT firstName, lastName FROM doctors WHERE specialty = 'Cardiology'",
        "SELECT doctorId FROM doctors WHERE specialty = 'Cardiology'",
      ],
      'their appointments',
      [
        "SELECT appointmentId FROM appointments WHERE doctorId IN (SELECT doctorId FROM doctors WHERE specialty = 'Cardiology')",
      ],
      'how many',
      "SELECT COUNT(*) FROM appointments WHERE doctorId IN (SELECT doctorId FROM doctors WHERE specialty = 'Cardiology')",
      'prescriptions',
      [],
    ],
  ),
  talk(
    ...[
      'total fee last quarter',
      held(fees, 'time', "a.visitDate >= '2025-04-01' AND a.visitDate < '2025-07-01'"),
      'this quarter',
      held(fees, 'time', "a.visitDate >= '2025-07-01' AND a.visitDate < '2025-10-01'"),
      'by insurance',
      by(
        held(fees, 'time', "a.visitDate >= '2025-07-01' AND a.visitDate < '2025-10-01'"),
        'p.insurance',
      ),
      'excluding Private',
      by(
        held(
          held(fees, 'time', "a.visitDate >= '2025-07-01' AND a.visitDate < '2025-10-01'"),
          'i',
          "p.insurance <> 'Private'",
        ),
        'p.insurance',
      ),
    ],
  ),
  talk(
    ...[
      'oldest patient',
      [
        'SELECT firstName, lastName FROM patients ORDER BY birthDate LIMIT 1',
        'SELECT patientId FROM patients ORDER BY birthDate LIMIT 1',
      ],
      'and the youngest',
      [
        'SELECT firstName, lastName FROM patients ORDER BY birthDate DESC LIMIT 1',
        'SELECT patientId FROM patients ORDER BY birthDate DESC LIMIT 1',
      ],
      'how many doctors are there',
      'SELECT COUNT(*) FROM doctors',
      'per specialty',
      'SELECT specialty, COUNT(*) FROM doctors GROUP BY 1',
    ],
  ),
  talk(
    ...[
      'average duration of appointments',
      of(visits, 'AVG(a.durationMinutes)'),
      'by specialty',
      by(of(visits, 'AVG(a.durationMinutes)'), 'd.specialty'),
      'no, by visit type',
      by(of(visits, 'AVG(a.durationMinutes)'), 'a.visitType'),
      'only emergency',
      [
        held(of(visits, 'AVG(a.durationMinutes)'), 't', "a.visitType = 'emergency'"),
        by(
          held(of(visits, 'AVG(a.durationMinutes)'), 't', "a.visitType = 'emergency'"),
          'a.visitType',
        ),
      ],
    ],
  ),
  talk(
    ...[
      'completed appointments per month in 2025',
      by(held(done, 'time', year(DAY, 2025)), month(DAY)),
      'just checkups',
      by(held(held(done, 'time', year(DAY, 2025)), 't', "a.visitType = 'checkup'"), month(DAY)),
      'in total',
      held(held(done, 'time', year(DAY, 2025)), 't', "a.visitType = 'checkup'"),
      'and emergency',
      held(held(done, 'time', year(DAY, 2025)), 't', "a.visitType = 'emergency'"),
    ],
  ),
];
