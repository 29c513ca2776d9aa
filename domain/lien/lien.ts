import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'
import { galeriePourAnswer, type StatutEvenement, statutEvenementSchema } from '#domain/evenement/evenement.ts'
import { fuseauAnswer } from '#domain/evenement/fuseau.ts'
import { inscriptionSchema, typeParticipationSchema } from '#domain/inscription/inscription.ts'
import { readCodeCourt } from '#domain/lien/adresseCourte.ts'
import type { Label } from '#domain/texte/tone.ts'
import { nomField, prenomField } from '#domain/utilisateur/identite.ts'
import { sessionAnswer } from '#domain/utilisateur/utilisateur.ts'

/** How a person enters by an event link: at once, or to be validated by the organiser (product 11). */
export const entrees = ['DIRECTE', 'A_VALIDER'] as const
export type Entree = (typeof entrees)[number]
export const entreeSchema = v.picklist(entrees)
export const entreeLabels: Record<Entree, Label> = {
  DIRECTE: { label: 'Entrée directe', tone: 'green' },
  A_VALIDER: { label: 'À valider', tone: 'amber' },
}

/** What a person needs to enter by an event link: a first name alone, as a guest, or an account. */
export const identites = ['PRENOM', 'COMPTE'] as const
export type Identite = (typeof identites)[number]
export const identiteLabels: Record<Identite, string> = { PRENOM: 'Avec un prénom', COMPTE: 'Avec un compte' }
export const identiteSchema = v.picklist(identites)

/** Why a guest joins no second event. */
export const oneEvenementPerGuest =
  'Vous participez déjà à un autre événement avec votre prénom. Créez un compte pour participer à plusieurs événements.'

/** A node or a stored answer from before guests has no identite: an account is needed. */
const identiteAnswer = v.optional(identiteSchema, 'COMPTE')

/** A link's code, 128 random bits in base64url, or its short one in any spelling. */
export const codeLienSchema = v.union([
  v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  v.pipe(v.string(), v.maxLength(20), v.transform(readCodeCourt), v.string()),
])

/** An event link as its organiser reads it. */
export const lienSchema = v.object({
  id,
  code: v.string(),
  /** The whole address, to be shown, copied and printed as a QR code. */
  url: v.string(),
  /** A second, typable address of the same link; an older node of the service sends none. */
  adresseCourte: v.optional(v.nullable(v.string()), null),
  entree: entreeSchema,
  identite: identiteAnswer,
  /** How many people came by it, guests and accounts, those cancelled since too. */
  arrivees: v.optional(v.number(), 0),
  creeLe: dateIso,
  revoqueLe: v.nullable(dateIso),
})
export type Lien = v.InferOutput<typeof lienSchema>

/** Details of the event that anyone with the link may read. */
export const lienPublicSchema = v.object({
  entree: entreeSchema,
  identite: identiteAnswer,
  /** Whether the link can be used now. */
  ouvert: v.boolean(),
  evenement: v.object({
    id,
    titre: v.string(),
    dateDebut: dateIso,
    dateFin: dateIso,
    fuseau: fuseauAnswer,
    lieu: v.string(),
    statut: statutEvenementSchema,
    galeriePour: galeriePourAnswer,
    createur: v.object({ prenom: v.string() }),
  }),
})
export type LienPublic = v.InferOutput<typeof lienPublicSchema>

const consentementRequis = 'Votre accord est nécessaire pour participer'

/** What a guest fills in. Without a name, the first name alone. */
export const entreeInviteSchema = v.object({
  /** A random secret of the phone: the same one gives the same guest. */
  cle: v.pipe(v.string(), v.uuid()),
  prenom: prenomField(),
  nom: v.optional(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      nomField(),
    ]),
  ),
  typeParticipation: v.optional(typeParticipationSchema, 'SUR_PLACE'),
  consentement: v.object({ accepte: v.literal(true, consentementRequis), version: v.string() }),
})
export type EntreeInvite = v.InferOutput<typeof entreeInviteSchema>

/** What a login answers, and the registration of the guest. */
export const inviteEntreAnswer = v.object({ ...sessionAnswer.entries, inscription: inscriptionSchema })
export type InviteEntre = v.InferOutput<typeof inviteEntreAnswer>

/** A link is usable while PLANIFIE, EN_COURS or TERMINE (product 11). */
export function isLienOuvert(statut: StatutEvenement): boolean {
  return statut !== 'ANNULE'
}
