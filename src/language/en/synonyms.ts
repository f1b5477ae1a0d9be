/**
 * Words of business and everyday data that stand for each other in names. Each row is a set of lemmas; a reading that
 * needs one is weaker than one that the data's own words give. `customer names` where the table is called `clients`.
 */
const ROWS = `
customer client buyer purchaser shopper patron
employee staff worker personnel
person people individual human
user member account-holder
teacher instructor lecturer tutor
student pupil learner
professor faculty
doctor physician
physician doctor medic
company firm business enterprise corporation manufacturer
organization organisation institution
supplier vendor provider seller
shop store outlet
product item good merchandise article
order purchase
invoice bill
gift donation contribution
donor giver benefactor contributor supporter
payment transaction
shipment delivery
salary pay wage earnings income compensation
price cost charge fee
cost expense price
revenue sale income turnover
profit earnings gain
amount sum quantity
quantity amount number count
discount rebate
budget fund funding
tax duty
city town municipality
country nation land
nation country
state province
county district
region area zone
address location
location place site
street road
name title
title name heading
description detail explanation
detail description
comment remark note
type kind category class genre sort
category type kind class genre group
genre category type kind
class category type
status state condition
code identifier id
id identifier code number
number no count
date day time
year yr
month
start begin beginning open
end finish close
duration length time
length duration
birthday birthdate birth
gender sex
sex gender
nationality citizenship country
phone telephone mobile cellphone
email mail
picture photo image
movie film picture
film movie
song track tune
track song
album record
singer artist vocalist
artist singer performer
band group
book novel publication
author writer
journal magazine periodical
paper article
game match contest
match game
team club squad side
club team
player athlete sportsman
coach trainer manager
score point mark grade result
grade mark score
rating rank score star
rank position ranking place
competition contest tournament championship event
tournament competition championship
race contest
winner champion victor
car automobile vehicle auto
vehicle car automobile
driver chauffeur
train railway
plane aircraft airplane aeroplane
airplane aircraft plane
airport airfield
flight trip
trip journey travel tour
ship boat vessel
hotel inn lodge
room chamber
guest visitor
reservation booking
host organizer
restaurant diner eatery
dish meal food
wine vintage
hospital clinic
patient case
disease illness sickness condition
treatment therapy procedure
medicine drug medication
school college university academy
college university school
university college school
course class subject module
department division section
degree diploma qualification
dormitory dorm
major field
building structure edifice
house home residence
apartment flat
architect designer
bank
loan credit
account
card
branch office
office bureau
manager boss supervisor head
leader head chief
owner holder proprietor
founder creator
inventor creator
population inhabitant resident
capacity size
size dimension area
height elevation altitude
elevation altitude height
altitude elevation height
weight mass
speed velocity
rate percentage ratio
airport aerodrome airdrome
pilot aviator airman
name moniker monicker
population populace
entrepreneur enterpriser businessman businesswoman businessperson
climber mountaineer alpinist
route path
manufacturer maker producer company enterprise firm manufacture
journalist reporter
stature height
floor storey story
driver chauffeur
award prize
tenant renter lessee
test exam examination
applicant candidate
musician player
writer author
composer songwriter
painter artist
perpetrator offender culprit
theatre cinema
result outcome
feature characteristic
equipment gear
reservation booking
injured wounded
text content
content text
distance mileage
colour color
color colour
capital
language tongue
religion faith
party
election vote
candidate nominee
representative delegate
document file paper
file document
project scheme
task job assignment
job occupation profession position post role
occupation job profession
position role post
role position function
skill ability
tool instrument
device gadget machine
machine device
problem issue fault
fault problem defect
complaint grievance
claim demand
policy
customer-type
event incident happening
incident event accident
meeting appointment
appointment meeting
conference
station stop
platform
channel network
program programme show
show program
episode
director filmmaker
actor performer
actress performer
theme topic subject
topic theme subject
museum gallery
exhibition exhibit show
attraction sight
animal creature
pet animal
dog hound
farm ranch
crop plant
weather climate
temperature
rain precipitation rainfall
humidity
attendance audience visitor
`;

/** Names of several words that stand for each other, parted by `|`: each for all others of its row. */
const PHRASE_ROWS = `
first name|forename|given name|fname|christian name
last name|surname|family name|lname
middle name|middle initial
phone number|phone|telephone|telephone number|mobile|mobile number|contact number|cell number|cellphone
post code|zip code|postcode|zip|postal code|zip postcode
birth date|birth day|dob|birthday|birthdate|born
birth place|place birth|birthplace
home town|home city|hometown
job title|job|position|occupation
email address|email|mail|mail address
contact name|contact person|contact|name contact|name contact person
user name|username|login name|login
head office|headquarters|headquarter|main office
description|describing content|describing detail|describing text
`;

/** The same, where only the first of a row is said for the others: `country of origin` of a column `country`. */
const WIDER_ROWS = `
country origin|country|nationality|home country
first name|personal name
name family|last name|surname
city origin|city|home city
state origin|state|home state
place origin|hometown|birthplace
sale income|revenue|sales
`;

const phraseRowsOf = (rows: string): readonly (readonly string[])[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => row.split('|'));

/** Lemmas of one or several words → those of names that can stand for them. */
export const PHRASE_SYNONYMS: ReadonlyMap<string, readonly (readonly string[])[]> =
  phraseSynonyms();

function phraseSynonyms(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const found = new Map<string, (readonly string[])[]>();
  const add = (said: string, others: readonly string[]) =>
    found.set(said, [...(found.get(said) ?? []), ...others.map((other) => other.split(' '))]);
  for (const row of phraseRowsOf(PHRASE_ROWS))
    for (const said of row)
      add(
        said,
        row.filter((other) => other !== said),
      );
  for (const [said, ...others] of phraseRowsOf(WIDER_ROWS)) add(said!, others);
  return found;
}

/** Lemma → lemmas that can stand for it. */
export const SYNONYMS: ReadonlyMap<string, ReadonlySet<string>> = build();

function build(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (from: string, to: string) => {
    const known = found.get(from) ?? new Set();
    known.add(to);
    found.set(from, known);
  };
  for (const row of ROWS.trim().split('\n')) {
    const [head, ...others] = row.split(' ').filter((word) => !word.includes('-'));
    for (const other of others) {
      add(head!, other);
      add(other, head!);
    }
  }
  return found;
}
