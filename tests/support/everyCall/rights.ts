import type { Access } from '#domain/contract/endpoint.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { type Persona, personas } from './world.ts'

const participants = ['PE', 'UN', 'PA', 'PV', 'PU', 'PX', 'IN', 'IR', 'IE'] as const
// A blocked guest is signed out, and so is one who became a part of an account.
const signedIn = personas.filter((persona) => !['AN', 'IX', 'IF'].includes(persona))

/** The people whom a rule allows, taken from api.md and not from the code. */
export const allowed: Readonly<Record<Access, readonly Persona[]>> = {
  public: personas,
  refreshCookie: [],
  session: signedIn,
  participant: participants,
  organisateur: ['OP', 'OA'],
  'organisateur.soi': ['OP'],
  administrateur: ['AD'],
  'evenement.organisateur': ['OP'],
  'evenement.supprime': ['OP'],
  'evenement.lecteur': ['PA', 'PV', 'PU', 'PX', 'IN', 'IR'],
  'evenement.inscriptible': ['PA', 'PV', 'PU', 'PX', 'IN', 'IR'],
  'evenement.membre': ['PV', 'PU', 'IN', 'IR'],
  'evenement.galerie': ['PV', 'PU', 'OP', 'IN', 'IR'],
  'evenement.deposant': ['PA', 'PV', 'PU', 'PX', 'IN', 'IR'],
  'upload.proprietaire': ['PU'],
  'media.organisateur': ['OP'],
  'media.moderateur': ['OP'],
  'media.corbeille': ['OP'],
  'media.auteur': ['PU'],
  'media.lecteur': ['PV', 'PU', 'IN', 'IR'],
  'media.octets': ['PV', 'PU', 'OP', 'IN', 'IR'],
  'inscription.organisateur': ['OP'],
  'invitation.destinataire': ['PV'],
  'invitation.organisateur': ['OP'],
  'lien.organisateur': ['OP'],
  'demandeRetrait.organisateur': ['OP'],
  'consentement.titulaire': ['PU'],
}

/** The calls that a guest may make within the event, from guest.md and not from the code. Others answer 403. */
export const guestMay: ReadonlySet<string> = new Set(
  `utilisateur/session utilisateur/confirmEmail compte/keepPlace compte/beginReprise utilisateur/logout utilisateur/me compte/changeMe appareil/list appareil/end appareil/endOthers
  donnees/read donnees/erase live/stream consentement/post consentement/active consentement/history
  consentement/setStatut consentement/revoke notification/list notification/markRead notification/markAllRead
  push/key push/subscribe push/unsubscribe dashboard/participant dashboard/insightParticipant
  evenement/listParticipant evenement/readParticipant inscription/mine lien/join media/listParticipant media/mine
  media/readParticipant media/removeParticipant media/download media/bytes media/signature album/offres album/lien
  album/recus demandeRetrait/create upload/grant upload/create upload/head upload/patch upload/remove
  upload/reconcile upload/multipart`.split(/\s+/),
)

/** The answer to all others: 403 for a list below an event, 404 for a resource itself. */
export function refusalOf(name: string, access: Access, persona?: Persona): readonly [number, ErrorCode] {
  // The queue of a person who waits for the organiser goes on once the registration is validated.
  if (name === 'upload/grant' && persona === 'PA') return [403, 'upload.inscription_en_attente']
  if (/^(participant|organisateur|administrateur)/.test(access)) return [403, 'acces.refuse']
  if (access === 'refreshCookie') return [401, 'session.expiree']
  if (listsBelow.people.has(name)) return [403, 'evenement.acces_refuse']
  if (listsBelow.medias.has(name)) return [403, 'media.acces_refuse']
  if (access === 'evenement.deposant' || name === 'upload/grant') return [403, 'upload.inscription_requise']
  const noun = access.split('.')[0] ?? ''
  return [404, notFound[noun] ?? 'requete.introuvable']
}

const listsBelow = {
  people: new Set([
    'inscription/ofEvenement',
    'inscription/acceptes',
    'statistique/contributeurs',
    'invitation/sent',
    'lien/list',
    'demandeRetrait/list',
  ]),
  medias: new Set([
    'media/listOrganisateur',
    'media/corbeille',
    'media/viderCorbeille',
    'media/listParticipant',
    'media/signature',
    'album/offres',
    'album/lien',
    'album/recus',
  ]),
}
const notFound: Readonly<Record<string, ErrorCode>> = {
  evenement: 'evenement.introuvable',
  inscription: 'inscription.introuvable',
  invitation: 'invitation.introuvable',
  lien: 'lien.introuvable',
  consentement: 'consentement.introuvable',
  media: 'media.introuvable',
  demandeRetrait: 'demande.introuvable',
  upload: 'upload.introuvable',
}
