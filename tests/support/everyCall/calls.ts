import { randomUUID } from 'node:crypto'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { motDePasseDeTest } from '#tests/support/builders.ts'
import { jtiOf } from '#tests/support/races.ts'
import { metadataOf, tus } from '#tests/support/deposit.ts'
import { entreeInvite } from '#tests/support/invites.ts'
import { guests, type Persona, personas, type World } from './world.ts'

type Expected = readonly [number, ErrorCode?]

/** How to make a call of the contract in the fixture, and the expected answer for allowed people. */
export interface Call {
  /** Values of the path parameters. */
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The expected error where it is not the success of the endpoint: for all, or for some people. */
  readonly answer?: Expected
  readonly answers?: Partial<Record<Persona, Expected>>
  /** People for whom a writing call correctly changes nothing. */
  readonly idle?: true | readonly Persona[]
  /** A read that is recorded in the audit. */
  readonly isWrittenDown?: true
}

const appareil = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/appareil',
  keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
}
const page = 'http://eclats.test/dashboard-organisateur/abonnement'
const unknownChallenge = { challenge: 'A'.repeat(43), rpId: 'eclats.test', rp: { id: 'eclats.test' } }
const noPlace = { idle: true } as const
const accepted = (code: ErrorCode): Expected => [409, code]

/** One row per endpoint of the contract; an endpoint without a row fails the suite. */
export function callsOf(world: World): Readonly<Record<string, Call>> {
  const { people, lien, lienPrenom, invitation, upload, marque } = world
  const { message, form, raison, motif } = textsOf(marque)
  const evenement = { params: { id: world.evenement } }
  const valide = { params: { id: world.mediaValide } }
  const enAttente = { params: { id: world.mediaEnAttente } }
  const ancien = { params: { id: world.evenement, mediaId: world.mediaEnAttente } }
  const demande = { params: { id: world.demandeRetrait } }
  const sent = { params: { id: invitation.id } }
  const uploading = { params: { id: world.evenement, uploadId: upload.id }, headers: tus }
  const bytes = Buffer.from('ffd8ffe000104a464946000101000001', 'hex')
  const photo = { bytes, token: '', evenementId: world.evenement, clientUploadId: randomUUID(), name: `a${marque}.jpg` }
  const consentless = {
    answers: Object.fromEntries(
      (['PE', 'UN', 'OP', 'OA', 'AD'] as const).map((who) => [who, [404, 'consentement.absent']]),
    ),
  }
  const refusedDeposit = {
    PA: [403, 'upload.inscription_requise'],
    PX: [403, 'upload.inscription_requise'],
  } as const
  const accounts = personas.filter((persona) => persona !== 'AN' && !guests.has(persona))
  const forGuests = Object.fromEntries(accounts.map((who) => [who, [403, 'acces.refuse'] as const]))
  const unknownLink = { body: { token: 'inconnu'.repeat(5) }, idle: true } as const
  return {
    'service/health': {},
    'service/live': {},
    'service/ready': {},
    'service/openapi': {},
    'service/docs': {},
    'utilisateur/login': { body: { email: people.PE.email, password: motDePasseDeTest } },
    'utilisateur/register': {
      body: { nom: `Petit${marque}`, prenom: 'Ana', email: `ana@${marque}ailleurs.test`, password: motDePasseDeTest },
    },
    'utilisateur/session': {},
    'utilisateur/logout': {},
    'utilisateur/me': {},
    'utilisateur/confirmEmail': { ...unknownLink, answer: [400, 'utilisateur.lien_invalide'] },
    // UN has an unconfirmed address.
    'utilisateur/resendConfirmation': { idle: personasBut('UN') },
    'utilisateur/list': {},
    'utilisateur/search': {},
    'utilisateur/listByRole': { params: { role: 'PARTICIPANT' } },
    'utilisateur/read': { params: { id: people.PE.id } },
    'utilisateur/change': { params: { id: people.PE.id }, body: { prenom: `Autre${marque}` } },
    'utilisateur/remove': { params: { id: people.PE.id } },
    'compte/forgotPassword': { body: { email: people.PE.email } },
    'compte/resetPassword': {
      body: { ...unknownLink.body, newPassword: motDePasseDeTest },
      answer: [400, 'utilisateur.reinitialisation_invalide'],
    },
    // A guest has no address to change.
    'compte/changeMe': {
      body: { nom: `Nouveau${marque}`, prenom: 'Ana', email: `nouvelle@${marque}ailleurs.test` },
      answers: { IN: [403, 'invite.refuse'], IR: [403, 'invite.refuse'], IE: [403, 'invite.refuse'] },
    },
    'compte/keepPlace': { body: { email: `place@${marque}ailleurs.test` }, answers: forGuests },
    'compte/dropNewEmail': { idle: true },
    'fusion/read': { ...unknownLink, answer: [400, 'utilisateur.fusion_invalide'] },
    'fusion/confirm': { ...unknownLink, answer: [400, 'utilisateur.fusion_invalide'] },
    'fusion/list': {},
    'compte/beginReprise': { answers: forGuests },
    'compte/reprendre': { body: { code: '22222222' }, answer: [401, 'session.reprise_refusee'] },
    'appareil/list': {},
    // The device of PV does not exist for the others.
    'appareil/end': {
      params: { id: jtiOf(people.PV.token) },
      answer: [404, 'appareil.introuvable'],
      answers: { PV: [200] },
      idle: personasBut('PV'),
    },
    // It ends the key with which a guest entered.
    'appareil/endOthers': { idle: personas.filter((persona) => !guests.has(persona)) },
    'secondFacteur/read': {},
    'secondFacteur/begin': {},
    'secondFacteur/activate': { body: { code: '000000' }, answer: [409, 'secondFacteur.inactif'] },
    'secondFacteur/renewCodes': { answer: [409, 'secondFacteur.inactif'] },
    'secondFacteur/remove': { body: { code: '000000' }, answer: [409, 'secondFacteur.inactif'] },
    'cleAcces/list': {},
    'cleAcces/begin': {},
    'cleAcces/add': {
      body: { defi: 'inconnu', reponse: new Authenticator('http://eclats.test').create(unknownChallenge) },
      answer: [400, 'cleAcces.refusee'],
    },
    'cleAcces/remove': { params: { id: 1 }, answer: [404, 'cleAcces.introuvable'] },
    'cleAcces/enforce': { answer: [409, 'cleAcces.absente'] },
    'cleAcces/relax': { body: { code: '000000' }, answer: [409, 'secondFacteur.inactif'] },
    'cleAcces/beginLogin': {},
    'cleAcces/login': {
      body: { defi: 'inconnu', reponse: new Authenticator('http://eclats.test').use(unknownChallenge) },
      answer: [401, 'session.cle_refusee'],
    },
    'evenement/create': {
      body: form,
      // Two events of OP are active, and the free plan allows one.
      answers: { OP: [400, 'evenement.quota_atteint'] },
      idle: ['OP'],
    },
    'evenement/list': {},
    'evenement/mine': {},
    'evenement/listByStatut': { params: { statut: 'EN_COURS' } },
    'evenement/listOfCreateur': { params: { id: people.OP.id } },
    'evenement/search': { query: '?keyword=mariage' },
    'evenement/read': evenement,
    'evenement/update': { ...evenement, body: { ...form, statut: 'EN_COURS' } },
    'evenement/change': { ...evenement, body: { titre: form.titre, statut: 'EN_COURS' } },
    'evenement/remove': evenement,
    'evenement/supprimes': {},
    'evenement/restaurer': { params: { id: world.evenementSupprime } },
    'evenement/setStatut': { ...evenement, body: { statut: 'TERMINE' } },
    'evenement/listParticipant': {},
    'evenement/decouvrir': { query: '?recherche=mariage' },
    'evenement/readParticipant': evenement,
    'inscription/register': {
      ...evenement,
      body: {},
      answers: { PX: accepted('inscription.annulee') },
      ...noPlace,
    },
    'inscription/unregister': {
      ...evenement,
      answer: accepted('inscription.fermee'),
      answers: { PX: accepted('inscription.annulee') },
      ...noPlace,
    },
    'inscription/mine': {},
    'inscription/ofEvenement': evenement,
    'inscription/acceptes': evenement,
    'inscription/setStatut': { params: { id: world.inscription }, query: '?statut=VALIDE' },
    'inscription/setStatutOfParticipant': {
      params: { id: world.evenement, userId: people.PA.id },
      body: { statutInscription: 'ANNULE' },
    },
    'inscription/rename': { params: { id: world.inscriptionInvite }, body: { prenom: `Zoe${marque}` } },
    'invitation/inviter': { ...evenement, body: { email: people.PE.email } },
    'invitation/inviterInscription': { ...evenement, body: { email: `sans-compte@${marque}ailleurs.test` } },
    'invitation/sent': evenement,
    'invitation/resend': sent,
    'invitation/revoke': sent,
    'invitation/mine': {},
    'invitation/byToken': {
      params: { token: invitation.token },
      answer: [404, 'invitation.introuvable'],
      answers: { PV: [200] },
    },
    'invitation/repondre': { ...sent, body: { statut: 'ACCEPTEE' } },
    'lien/create': { ...evenement, body: {} },
    'lien/list': evenement,
    'lien/revoke': { params: { id: lien.id } },
    'lien/read': { params: { code: lien.code } },
    'lien/join': {
      params: { code: lien.code },
      body: {},
      answers: { PX: accepted('inscription.annulee'), IE: [403, 'invite.refuse'] },
      idle: ['PV', 'PU', 'PX', 'IN', 'IR'],
    },
    'lien/enterAsInvite': {
      params: { code: lienPrenom.code },
      body: entreeInvite({ cle: '0b9f3f4e-6f0c-4b0e-9a44-5d3d3f1f7a10', prenom: `Ana${marque}` }),
    },
    'consentement/post': { body: { consentementDonne: false, versionRGPD } },
    'consentement/active': consentless,
    'consentement/history': {},
    'consentement/setStatut': { params: { id: world.consentement }, query: '?statut=REVOQUE' },
    'consentement/revoke': { params: { id: world.consentement } },
    'media/listOrganisateur': evenement,
    'media/readOrganisateur': valide,
    'media/valider': enAttente,
    'media/rejeter': { ...enAttente, body: { raison } },
    'media/validerAncien': ancien,
    'media/rejeterAncien': { ...ancien, body: { raison } },
    'media/removeOrganisateur': valide,
    'media/favori': enAttente,
    'media/unfavori': valide,
    'media/couverture': enAttente,
    'media/sansCouverture': valide,
    'media/corbeille': evenement,
    'media/viderCorbeille': evenement,
    'media/restaurer': { params: { id: world.mediaCorbeille } },
    'media/moderationGrant': evenement,
    'media/listParticipant': evenement,
    'media/mine': {},
    'media/readParticipant': valide,
    'media/removeParticipant': enAttente,
    'media/download': { ...valide, query: '?type=thumbnail' },
    'media/bytes': valide,
    'media/signature': evenement,
    ...albumCalls(world),
    'demandeRetrait/create': {
      ...valide,
      body: { motif },
      answers: { PU: accepted('demande.propre_media') },
      // PV has a request already: a second request is idempotent.
      idle: ['PV', 'PU'],
    },
    'demandeRetrait/list': evenement,
    'demandeRetrait/hide': demande,
    'demandeRetrait/decide': { ...demande, body: { statut: 'ACCEPTEE' } },
    'upload/grant': evenement,
    'upload/options': evenement,
    'upload/create': {
      ...evenement,
      headers: { ...tus, 'upload-length': '16', 'upload-metadata': metadataOf(photo) },
      answers: refusedDeposit,
      idle: ['PA', 'PX'],
    },
    'upload/head': uploading,
    'upload/patch': {
      ...uploading,
      body: upload.rest,
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(upload.offset),
      },
    },
    'upload/remove': uploading,
    'upload/reconcile': { ...evenement, body: { ids: [randomUUID()] }, idle: true },
    'upload/multipart': {
      ...evenement,
      ...multipartOf(photo),
      // Sixteen bytes with a picture's header that are no picture are accepted: a phone's truncated file may be the
      // only copy.
      answers: refusedDeposit,
      idle: ['PA', 'PX'],
    },
    'statistique/ofEvenement': evenement,
    'statistique/contributeurs': evenement,
    'statistique/globales': {},
    'dashboard/organisateur': {},
    'dashboard/insightOrganisateur': {},
    'dashboard/participant': {},
    'dashboard/insightParticipant': {},
    'recompense/recompenser': { params: { id: world.evenement, userId: people.PV.id }, body: message },
    'recompense/given': {},
    'recompense/all': {},
    'compte/restore': { body: unknownLink.body, answer: [400, 'utilisateur.restauration_invalide'] },
    'abonnement/read': { answer: [404, 'abonnement.absent'] },
    'abonnement/plans': {},
    'abonnement/limits': {},
    'abonnement/checkout': { body: { successUrl: page, cancelUrl: page }, idle: true },
    'abonnement/portal': { query: `?return_url=${encodeURIComponent(page)}`, answer: [404, 'abonnement.absent'] },
    'abonnement/change': { body: { plan: 'BASIC' }, idle: true },
    'abonnement/annuler': { answer: [404, 'abonnement.absent'] },
    'abonnement/webhook': { body: { type: 'inconnu' }, answer: [400, 'abonnement.signature'] },
    'abonnement/demonstrationCheckout': { answer: [400, 'requete.invalide'] },
    'abonnement/demonstrationPay': { answer: [400, 'requete.invalide'] },
    'abonnement/demonstrationPortal': { answer: [400, 'requete.invalide'] },
    'abonnement/demonstrationManage': { answer: [400, 'requete.invalide'] },
    'donnees/read': { isWrittenDown: true },
    // OP has running events: they must end first.
    'donnees/erase': { answers: { OP: [409, 'utilisateur.evenements_actifs'] } },
    'donnees/fetchLast': { params: { token: 'inconnu'.repeat(5) }, answer: [404, 'donnees.introuvable'] },
    'notification/list': {},
    'notification/markRead': {
      params: { id: world.notification },
      answer: [404, 'notification.introuvable'],
      answers: { PV: [200] },
      idle: personasBut('PV'),
    },
    'notification/markAllRead': { idle: ['PE', 'UN', 'PA', 'PX', 'AD', 'IE'] },
    'notification/announce': { ...evenement, body: message },
    'push/key': {},
    'push/subscribe': { body: appareil },
    'push/unsubscribe': { body: { endpoint: appareil.endpoint }, idle: true },
    'live/stream': {},
    'avis/preferences': {},
    'avis/changePreferences': { body: { courriel: false } },
    'avis/desinscription': { params: { jeton: 'inconnu' }, answer: [404] },
    'avis/desinscrire': { params: { jeton: 'inconnu' }, answer: [404], idle: true },
  }
}

function personasBut(one: Persona): Persona[] {
  return personas.filter((persona) => persona !== one)
}

/** Rows for the album endpoints. */
function albumCalls(world: World): Readonly<Record<string, Call>> {
  const evenement = { params: { id: world.evenement } }
  return {
    'album/offres': evenement,
    'album/lien': { ...evenement, body: { choix: 'VALIDES' } },
    'album/telecharger': { params: { jeton: 'inconnu'.repeat(5) }, answer: [404, 'album.introuvable'] },
    'album/recus': { ...evenement, body: { choix: 'VALIDES', medias: [world.mediaValide] } },
  }
}

/** A multipart form with one file, and its Content-Type header with the boundary. */
function multipartOf({ bytes, name }: { bytes: Buffer; name: string }) {
  const boundary = 'limite-de-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Texts of the people of a fixture, with their marker. */
function textsOf(marque: string) {
  return {
    raison: `Photo floue ${marque}`,
    motif: `On me voit de trop près ${marque}`,
    message: { titre: `Merci ${marque}`, message: `Une belle soirée ${marque}` },
    form: {
      titre: `Mariage ${marque}`,
      description: `Au bord du lac ${marque}`,
      lieu: `Annecy ${marque}`,
      dateDebut: '2026-07-01T14:00:00.000Z',
      dateFin: '2026-07-02T02:00:00.000Z',
      visibilite: 'PRIVE',
    },
  }
}
