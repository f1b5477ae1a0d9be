/** Departments, their doctors, and patients' visits to these: two doctors earn the same, one has no date of birth. */
export const WARDS: readonly string[] = [
  `CREATE TABLE departments (department_id INTEGER PRIMARY KEY, name VARCHAR, floor INTEGER)`,
  `INSERT INTO departments VALUES (1,'Cardiology',2),(2,'Surgery',3),(3,'Pediatrics',1)`,
  `CREATE TABLE doctors (doctor_id INTEGER PRIMARY KEY, name VARCHAR, specialty VARCHAR, department_id INTEGER REFERENCES departments(department_id), birth_date DATE, salary INTEGER, hired_on DATE)`,
  `INSERT INTO doctors VALUES (1,'Ann Berg','Heart',1,'1970-02-01',9000,'2001-04-01'),(2,'Bo Lund','Heart',1,'1980-05-11',8000,'2010-02-01'),(3,'Cy Moe','Knee',2,'1965-01-20',9500,'1999-09-01'),(4,'Di Ness','Knee',2,'1985-07-07',9500,'2015-03-15'),(5,'Ed Olsen','Child',3,'1990-10-10',7000,'2020-01-02'),(6,'Flo Poe','Child',3,NULL,7200,'2019-08-08')`,
  `CREATE TABLE patients (patient_id INTEGER PRIMARY KEY, name VARCHAR, city VARCHAR, date_of_birth DATE)`,
  `INSERT INTO patients VALUES (1,'Gil Quist','Oslo','1950-01-01'),(2,'Hal Rud','Oslo','1960-02-02'),(3,'Ida Sand','Bergen','1970-03-03'),(4,'Jo Tveit','Bergen','2015-04-04'),(5,'Kay Ull','Molde','2018-05-05')`,
  `CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, patient_id INTEGER REFERENCES patients(patient_id), doctor_id INTEGER REFERENCES doctors(doctor_id), visited_at TIMESTAMP, ward VARCHAR, cost DECIMAL(10,2))`,
  `INSERT INTO visits VALUES (1,1,1,'2025-01-06 09:15:00','A',100),(2,1,2,'2025-01-07 10:00:00','A',80),(3,2,1,'2025-01-11 11:30:00','B',120),(4,3,3,'2025-02-03 09:45:00','B',300),(5,3,4,'2025-02-08 15:00:00','C',310),(6,4,5,'2025-03-02 08:00:00','C',60),(7,5,5,'2025-03-03 08:30:00','C',65),(8,5,6,'2026-03-04 16:00:00','C',70),(9,2,3,'2026-03-09 09:05:00','B',280),(10,2,2,'2026-03-14 12:00:00','A',90)`,
];

/** Teams of riders who race: two riders are of one age, countries are those of riders and of races. */
export const CYCLING: readonly string[] = [
  `CREATE TABLE teams (team_id INTEGER PRIMARY KEY, name VARCHAR, region VARCHAR, founded INTEGER)`,
  `INSERT INTO teams VALUES (1,'Spokes','North',1990),(2,'Chains','South',2001),(3,'Pedals','North',2010)`,
  `CREATE TABLE riders (rider_id INTEGER PRIMARY KEY, name VARCHAR, country VARCHAR, age INTEGER, weight INTEGER, team_id INTEGER REFERENCES teams(team_id))`,
  `INSERT INTO riders VALUES (1,'Al','Norway',22,70,1),(2,'Bea','Norway',31,58,1),(3,'Cai','Spain',28,65,2),(4,'Dot','Spain',28,60,2),(5,'Eli','Italy',40,72,3),(6,'Fay','Italy',19,55,3)`,
  `CREATE TABLE races (race_id INTEGER PRIMARY KEY, title VARCHAR, country VARCHAR, held_on DATE, distance INTEGER)`,
  `INSERT INTO races VALUES (1,'Fjord Tour','Norway','2025-05-03',120),(2,'Hill Climb','Norway','2025-05-04',40),(3,'Vuelta Uno','Spain','2025-06-02',180),(4,'Giro Due','Italy','2025-06-07',200),(5,'Costa Run','Spain','2026-06-06',90)`,
  `CREATE TABLE results (race_id INTEGER REFERENCES races(race_id), rider_id INTEGER REFERENCES riders(rider_id), points INTEGER, PRIMARY KEY (race_id, rider_id))`,
  `INSERT INTO results VALUES (1,1,10),(1,2,20),(1,3,5),(2,1,15),(2,4,10),(3,3,30),(3,4,30),(3,5,8),(4,5,25),(4,6,12),(5,6,20),(5,1,9)`,
];
