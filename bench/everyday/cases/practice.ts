import { anyOf, either, none, right } from './case.ts';

const VISITS = `appointments a JOIN doctors d ON d.doctorId = a.doctorId JOIN patients p ON p.patientId = a.patientId`;

export const PRACTICE = [
  right(
    'SELECT COUNT(*) FROM patients',
    'How many patients are registered?',
    'number of patients',
    'patient count',
  ),
  right(
    "SELECT COUNT(*) FROM patients WHERE insurance = 'TK'",
    'How many patients are insured with TK?',
    'patients whose insurance is TK, how many',
    'how many TK patients',
  ),
  right(
    'SELECT insurance, COUNT(*) FROM patients GROUP BY 1',
    'How many patients does each insurance have?',
    'patients by insurance',
    'patient count per insurance',
  ),
  right(
    'SELECT specialty, COUNT(*) FROM doctors GROUP BY 1',
    'How many doctors are there per specialty?',
    'doctors by specialty',
    'number of doctors in each specialty',
  ),
  right(
    "SELECT firstName, lastName FROM doctors WHERE specialty = 'Cardiology'",
    'Which doctors work in Cardiology?',
    'list the cardiology doctors',
    'doctors cardiology',
  ),
  right(
    'SELECT COUNT(*) FROM doctors WHERE acceptsNewPatients = true',
    'How many doctors accept new patients?',
    'number of doctors accepting new patients',
    'docs that accept new patients count',
  ),
  right(
    'SELECT firstName, lastName FROM doctors WHERE acceptsNewPatients = false',
    'Which doctors do not accept new patients?',
    'doctors not accepting new patients',
    'doctors who dont accept new patients',
  ),
  right(
    "SELECT COUNT(*) FROM appointments WHERE status = 'noShow'",
    'How many appointments were no shows?',
    'number of appointments with status no show',
    'no show appointments count',
  ),
  right(
    "SELECT status, COUNT(*) FROM appointments WHERE visitDate >= '2025-01-01' AND visitDate < '2026-01-01' GROUP BY 1",
    'How many appointments of each status were there in 2025?',
    'appointments by status in 2025',
    'appts per status 2025',
  ),
  right(
    'SELECT SUM(fee) FROM appointments',
    'What is the total of all fees?',
    'sum of fees',
    'total fee',
  ),
  right(
    `SELECT d.specialty, SUM(a.fee) FROM ${VISITS} GROUP BY 1`,
    'What are the total fees by specialty?',
    'fees per specialty of the doctor',
    'total fee each specialty',
  ),
  right(
    'SELECT visitType, AVG(durationMinutes) FROM appointments GROUP BY 1',
    'How long do appointments take on average per visit type?',
    'average duration in minutes by visit type',
    'avg durationMinutes by visitType',
  ),
  right(
    `SELECT d.firstName, d.lastName FROM ${VISITS} GROUP BY d.doctorId, 1, 2 ORDER BY COUNT(*) DESC LIMIT 1`,
    'Which doctor had the most appointments?',
    'doctor with the highest number of appointments',
    'doctor with most visits',
  ),
  right(
    'SELECT firstName, lastName FROM patients p WHERE NOT EXISTS (SELECT 1 FROM appointments a WHERE a.patientId = p.patientId)',
    'Which patients never had an appointment?',
    'patients without appointments',
    'patients with no appointments',
  ),
  right(
    'SELECT firstName, lastName FROM patients WHERE email IS NULL',
    'Which patients have no email?',
    'patients without an email',
    'patients missing email',
  ),
  right(
    "SELECT strftime(visitDate, '%Y-%m'), COUNT(*) FROM appointments WHERE visitDate >= '2024-01-01' AND visitDate < '2025-01-01' GROUP BY 1",
    'How many appointments took place in each month of 2024?',
    'appointments by month 2024',
    'monthly appointments in 2024',
  ),
  anyOf(
    [
      "SELECT COUNT(*) FROM appointments WHERE visitDate >= '2025-09-01' AND visitDate <= '2025-09-15'",
      "SELECT appointmentId FROM appointments WHERE visitDate >= '2025-09-01' AND visitDate <= '2025-09-15'",
    ],
    'How many appointments were there this month?',
    'appointments this month',
    'appointments so far this month',
  ),
  right(
    'SELECT MAX(fee) FROM appointments',
    'What is the highest fee?',
    'largest fee of an appointment',
    'max fee',
  ),
  right(
    'SELECT gender, COUNT(*) FROM patients GROUP BY 1',
    'How many patients are there of each gender?',
    'patients by gender',
    'gender split of patients',
  ),
  right(
    'SELECT firstName, lastName FROM patients ORDER BY birthDate LIMIT 1',
    'Who is the oldest patient?',
    'patient with the earliest birth date',
    'oldest patient',
  ),
  right(
    'SELECT firstName, lastName FROM doctors ORDER BY hiredOn DESC LIMIT 1',
    'Which doctor was hired most recently?',
    'doctor with the latest hire date',
    'newest doctor',
  ),
  right(
    "SELECT COUNT(*) FROM patients WHERE birthDate < '1960-01-01'",
    'How many patients were born before 1960?',
    'number of patients with a birth date before 1960',
    'patients born before 1960 count',
  ),
  right(
    'SELECT COUNT(*) FROM appointments WHERE durationMinutes >= 45',
    'How many appointments took at least 45 minutes?',
    'number of appointments of 45 minutes or more',
    'appointments >= 45 minutes',
  ),
  right(
    `SELECT p.insurance, AVG(a.fee) FROM ${VISITS} GROUP BY 1`,
    'What is the average fee per insurance?',
    'average appointment fee by insurance of the patient',
    'avg fee by insurance',
  ),
  right(
    `SELECT d.specialty FROM ${VISITS} GROUP BY 1 HAVING COUNT(*) > 100`,
    'Which specialties had more than 100 appointments?',
    'specialties with over 100 appointments',
    'specialty with > 100 appointments',
  ),
  right(
    "SELECT COUNT(DISTINCT patientId) FROM appointments WHERE visitDate >= '2025-01-01' AND visitDate < '2026-01-01'",
    'How many different patients had an appointment in 2025?',
    'number of distinct patients with appointments in 2025',
    'unique patients with appointments 2025',
  ),
  either(
    [
      `SELECT d.firstName, d.lastName FROM ${VISITS} GROUP BY d.doctorId, 1, 2 ORDER BY COUNT(*) DESC LIMIT 1`,
      `SELECT d.firstName, d.lastName FROM ${VISITS} GROUP BY d.doctorId, 1, 2 ORDER BY SUM(a.fee) DESC LIMIT 1`,
    ],
    'Who is the busiest doctor?',
  ),
  none('Which medication is prescribed most?', 'average waiting time', 'how many nurses work here'),
];
