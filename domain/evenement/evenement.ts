import * as v from 'valibot'
import { foldText } from '#domain/texte/searchWords.ts'
import type { Label } from '#domain/texte/tone.ts'
import { dateInput, dateIso, id, idParam } from '#domain/contract/fields.ts'
import { fuseauAnswer, fuseauSchema } from '#domain/evenement/fuseau.ts'
import { statutInscriptionSchema, typeParticipationSchema } from '#domain/inscription/inscription.ts'
import { comptesSchema } from '#domain/statistique/statistique.ts'
import { phrases } from '#domain/texte/phrases.ts'

export const statutsEvenement = ['PLANIFIE', 'EN_COURS', 'TERMINE', 'ANNULE'] as const
export type StatutEvenement = (typeof statutsEvenement)[number]
export const statutEvenementSchema = v.picklist(statutsEvenement)

/** Labels and colours of section 3 of the specification. */
export const statutEvenementLabels: Record<StatutEvenement, Label> = {
  PLANIFIE: { label: 'Planifié', tone: 'blue' },
  EN_COURS: { label: 'En cours', tone: 'green' },
  TERMINE: { label: 'Terminé', tone: 'gray' },
  ANNULE: { label: 'Annulé', tone: 'red' },
}

/** Events that count against the plan's max_evenements_actifs (specification, section 9). */
export const statutsActifs: readonly StatutEvenement[] = ['PLANIFIE', 'EN_COURS']

/** Events to which a media may be uploaded (specification, section 6). */
export const statutsOuvertsAuDepot: readonly StatutEvenement[] = ['EN_COURS', 'TERMINE']

export const visibilites = ['PUBLIC', 'PRIVE'] as const
export type Visibilite = (typeof visibilites)[number]
export const visibiliteLabels: Record<Visibilite, string> = { PUBLIC: 'Public', PRIVE: 'Sur invitation' }

/** When participants see media of others: from their entry, after the event's end, or never (a drop box). */
export const galeriesPour = ['PENDANT', 'APRES', 'JAMAIS'] as const
export type GaleriePour = (typeof galeriesPour)[number]
export const galeriePourLabels: Record<GaleriePour, string> = {
  PENDANT: "Pendant l'événement",
  APRES: "Après l'événement",
  JAMAIS: 'Jamais',
}
/** A node or a stored answer from before this choice has none. */
export const galeriePourAnswer = v.optional(v.picklist(galeriesPour), 'PENDANT')

const required = (message: string) => v.pipe(v.string(message), v.trim(), v.nonEmpty(message))

const dateSentence = (which: string) =>
  `La date de ${which} doit exister et porter son décalage horaire (exemple : 2026-06-14T18:30:00+02:00)`

/** First and last year of an event: a start typed as "26" is the year 26, and a date after 9999 has a sign in ISO 8601. */
export const evenementYears = [1900, 2999] as const
export const yearsSentence = (which: string) => `La date de ${which} doit être entre ${evenementYears.join(' et ')}`
/** @param date begins with its year, "2026-06-14T18:30" */
export function isInEvenementYears(date: string): boolean {
  const year = /^(\d{4})-/.exec(date)?.[1]
  return year !== undefined && Number(year) >= evenementYears[0] && Number(year) <= evenementYears[1]
}

const evenementDate = (empty: string, which: string) =>
  v.pipe(required(empty), dateInput(dateSentence(which)), v.check(isInEvenementYears, yearsSentence(which)))

/** In the order of section 5 of the specification. */
const evenementFields = {
  titre: v.pipe(
    required(phrases.evenementTitreRequis),
    v.maxLength(200, 'Le titre ne peut pas dépasser 200 caractères'),
  ),
  description: v.pipe(
    required(phrases.evenementDescriptionRequise),
    v.maxLength(5000, 'La description ne peut pas dépasser 5 000 caractères'),
  ),
  dateDebut: evenementDate(phrases.evenementDateDebutRequise, 'début'),
  dateFin: evenementDate(phrases.evenementDateFinRequise, 'fin'),
  lieu: v.pipe(required(phrases.evenementLieuRequis), v.maxLength(300, 'Le lieu ne peut pas dépasser 300 caractères')),
  capaciteMax: v.optional(
    v.nullable(
      v.pipe(
        v.number(phrases.evenementCapaciteMin),
        v.integer('La capacité maximale doit être un nombre entier'),
        v.minValue(1, phrases.evenementCapaciteMin),
        v.maxValue(1_000_000, 'La capacité maximale ne peut pas dépasser 1 000 000'),
      ),
    ),
  ),
  /** A new event without it is PUBLIC (product 10). */
  visibilite: v.optional(v.picklist(visibilites)),
  /** A new event without it is in Paris. */
  fuseau: v.optional(fuseauSchema),
  /** A new event without it is PENDANT. */
  galeriePour: v.optional(v.picklist(galeriesPour)),
}

/** The event form, checked in the order of section 5 of the specification; the first issue is the one shown. */
export const evenementInputSchema = v.pipe(
  v.object(evenementFields),
  v.forward(
    v.partialCheck(
      [['dateDebut'], ['dateFin']],
      (input) => input.dateDebut < input.dateFin,
      phrases.evenementDatesOrdre,
    ),
    ['dateFin'],
  ),
)
/** A new event as its form sends it. */
export const evenementCreationSchema = v.intersect([
  evenementInputSchema,
  v.object({
    /** Random, one for each open form: the same event with the same key is created once. Older pages have none. */
    cle: v.optional(v.pipe(v.string(), v.uuid())),
  }),
])
export const evenementUpdateSchema = v.intersect([
  evenementInputSchema,
  v.object({ statut: v.optional(statutEvenementSchema) }),
])
/** Fields that a person has changed; the others stay as they are. */
export const evenementChangeSchema = v.partial(v.object({ ...evenementFields, statut: statutEvenementSchema }))

/** An event as its organiser sees it; a participant gets it with their own inscription alone (product 10). */
export const evenementSchema = v.object({
  id,
  titre: v.string(),
  description: v.string(),
  dateDebut: dateIso,
  dateFin: dateIso,
  fuseau: fuseauAnswer,
  lieu: v.string(),
  capaciteMax: v.optional(v.nullable(v.number())),
  statut: statutEvenementSchema,
  visibilite: v.picklist(visibilites),
  galeriePour: galeriePourAnswer,
  createur: v.object({ prenom: v.string(), nom: v.optional(v.string()) }),
  createurId: v.optional(id),
  /** Whether the organiser has erased their account: no one validates registrations and media. */
  sansOrganisateur: v.optional(v.boolean()),
  /** Media whose thumbnail is the cover of the event; none before the first validated one that the reader may see. */
  couvertureMediaId: v.nullable(id),
  /**
   * Number of validated media, and how many of them the reader brought; for a person whose registration is valid, also
   * while the album is closed to participants.
   */
  album: v.optional(v.object({ medias: v.number(), miens: v.number() })),
  inscriptions: v.array(
    v.object({
      id,
      user: v.object({ id }),
      statutInscription: statutInscriptionSchema,
      typeParticipation: typeParticipationSchema,
    }),
  ),
})
export type Evenement = v.InferOutput<typeof evenementSchema>

/** An event in an organiser's list carries its counts, so that a card needs one call. */
export const evenementOrganisateurSchema = v.object({
  ...evenementSchema.entries,
  comptes: comptesSchema,
  /** Increased by each change; a change names the version that it saw (If-Match). An older node sends none. */
  version: v.optional(v.number()),
  /** Media that its organiser removed and can restore. */
  corbeille: v.optional(v.number(), 0),
})
export type EvenementOrganisateur = v.InferOutput<typeof evenementOrganisateurSchema>

/** How long a deleted event can be restored, in days (product 17). */
export const evenementSupprimeDays = 30

/**
 * How long a change of statut or a deletion can be undone before members are notified, in milliseconds (product 16).
 */
export const undoMs = 10_000

/** A deleted event as its organiser can restore it. */
export const evenementSupprimeSchema = v.object({
  id,
  titre: v.string(),
  dateDebut: dateIso,
  fuseau: fuseauAnswer,
  lieu: v.string(),
  statut: statutEvenementSchema,
  supprimeLe: dateIso,
  /** When it is erased irreversibly. */
  effaceLe: dateIso,
  comptes: comptesSchema,
})
export type EvenementSupprime = v.InferOutput<typeof evenementSupprimeSchema>

/** Newest dateDebut first (specification, section 5). */
export function byNewestDateDebut(a: Pick<Evenement, 'dateDebut'>, b: Pick<Evenement, 'dateDebut'>): number {
  return Date.parse(b.dateDebut) - Date.parse(a.dateDebut)
}

type SearchedEvenement = Pick<Evenement, 'titre' | 'description' | 'lieu'>

/** Whether a search text occurs in titre, description or lieu; both are compared as `foldText` writes them. */
export function matchesSearch(evenement: SearchedEvenement, search: string): boolean {
  return searchTextOf(evenement).includes(foldText(search).trim())
}

/** Text that a search matches: titre, description and lieu, each as `foldText` writes it on a line. */
export function searchTextOf({ titre, description, lieu }: SearchedEvenement): string {
  return [titre, description, lieu].map(foldText).join('\n')
}

/** Maximum number of public events in a list or page. */
export const evenementsPublicsMax = 20

/** A page of public events still planned. */
export const decouvrirSchema = v.object({
  evenements: v.array(evenementSchema),
  /** Value of `apres` for the next page; null at the end. A page of a search may be empty and still have a next one. */
  suite: v.nullable(v.string()),
})

/** Pagination cursor in the order of dateDebut and id. */
export interface PlaceEvenement {
  readonly dateDebut: string
  readonly id: number
}

/** A cursor as text, for the query string. */
export function placeText({ dateDebut, id: number }: PlaceEvenement): string {
  return `${dateDebut}_${number}`
}

/** Reads a cursor as {@link placeText} writes it; a {@link PlaceEvenement}. */
export const placeParam = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z_\d+$/),
  v.transform((text) => {
    const [dateDebut = '', number] = text.split('_')
    return { dateDebut, id: number }
  }),
  v.object({ dateDebut: v.string(), id: idParam }),
)
