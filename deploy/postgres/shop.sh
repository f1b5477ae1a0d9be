#!/bin/sh
# A small shop to ask about, and a role that may only read it. PostgreSQL's image runs this once, on an empty folder.
set -eu
password="$(cat "${READER_PASSWORD_FILE:-/run/secrets/reader-password}")"
createdb -U "${POSTGRES_USER:-plumbline}" shop
psql -v ON_ERROR_STOP=1 -v password="$password" -U "${POSTGRES_USER:-plumbline}" -d shop <<'SQL'
create table customers (id integer primary key, name text not null, city text not null);
create table orders (
  id integer primary key,
  customer_id integer not null references customers (id),
  ordered_on date not null,
  amount numeric(10, 2) not null
);
insert into customers values (1, 'Ann', 'Oslo'), (2, 'Bo', 'Rome'), (3, 'Cy', 'Oslo');
insert into orders values
  (1, 1, '2026-01-10', 20.00), (2, 2, '2026-01-12', 12.50), (3, 3, '2026-02-02', 7.50), (4, 1, '2026-02-20', 30.00);
create role reader login password :'password';
grant connect on database shop to reader;
grant usage on schema public to reader;
grant select on all tables in schema public to reader;
alter role reader set default_transaction_read_only = on;
SQL
