/**
 * What `npm test` leaves to `npm run test:whole`, so that it ends within 20 minutes on two cores: files whose rules have
 * tests of the domain, the server or a component too, and files that repeat a short one at other sizes, with other data
 * or on another system. Single tests of the other files are tagged `@long`.
 */

/** Journeys: `npm run e2e` runs them too. */
export const longJourneys = [
  'abonnement',
  'accueil',
  'administration',
  'adresses',
  'albumOuvert',
  'alleger',
  'bureau',
  'clesAcces',
  'decouvrir',
  'donnees',
  'evenementsOrganisateur',
  'feuilles',
  'formulaireEvenement',
  'fuseaux',
  'fusion',
  'grandTexte',
  'impression',
  'imprimes',
  'installation',
  'motDePasse',
  'notificationsAppareil',
  'paiement',
  'paiementStripe',
  'partage',
  'petitsEcrans',
  'premierRegard',
  'profil',
  'raccourcir',
  'traces',
  'videos',
]

/** Failures in a browser, and on the server alone: `npm run faults` runs them too. */
export const longFaults = ['answers', 'device', 'ends', 'links', 'twins']
export const longServerFaults = ['hostileFiles', 'killed', 'restart']

/** Calls by two organisers and calls cut at each step: `npm run proofs` runs them too, with more data. */
export const longUnits = ['endedCalls', 'twoTenants']

/** Suites of PostgreSQL alone. */
export const longPostgres = ['backup', 'lastExports', 'roles']

/** Of the other server suites, `npm test` repeats these on PostgreSQL: transactions, locks, plans, lists and the upload. */
export const shortOnPostgres = [
  'tests/postgres/**/*.test.ts',
  'tests/server/{database,evenement,live,session,upload}/**/*.test.ts',
  'tests/server/**/*{races,Races}.test.ts',
]

/** Set by `npm test`. */
export const isShort = Boolean(process.env['SKIP_LONG'])
